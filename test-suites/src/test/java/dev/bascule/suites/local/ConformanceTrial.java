package dev.bascule.suites.local;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.suites.conformance.*;
import dev.bascule.suites.service.*;
import java.nio.file.Path;
import java.time.*;
import java.util.*;

public final class ConformanceTrial {
    public static void main(String[] args) throws Exception {
        long t0 = System.nanoTime();
        ConformanceCases cases = CaseReader.read(List.of(Path.of(args[0])));
        System.out.printf(
                "read %d, unreadable %d in %.2f s%n",
                cases.cases().size(), cases.unreadable().size(), (System.nanoTime() - t0) / 1e9);
        cases.unreadable().stream()
                .limit(10)
                .forEach(u ->
                        System.out.println("  " + u.id() + " " + u.failure().message()));
        List<ConformanceCase> chosen = new ArrayList<>(cases.cases());
        int step = Integer.getInteger("step", 1);
        if (step > 1) {
            List<ConformanceCase> some = new ArrayList<>();
            for (int i = 0; i < chosen.size(); i += step) some.add(chosen.get(i));
            chosen = some;
        }
        if (Boolean.getBoolean("shuffle")) Collections.shuffle(chosen, new Random(7));
        LocalConformanceService service = LocalConformanceService.ofThisMachine(Clock.systemUTC());
        long t1 = System.nanoTime();
        RunRecord record = service.run(
                new ConformanceRequest(
                        "r",
                        "onnx-node",
                        "0".repeat(64),
                        1,
                        "cmd",
                        new ConformanceCases(chosen, List.of()),
                        List.of(args[1].split(",")),
                        BrowserSetup.of(new BrowserChoice.Auto()),
                        Integer.getInteger("workers", 3),
                        Duration.ofSeconds(10)),
                RunListener.silent());
        System.out.printf("run %.2f s %s%n", (System.nanoTime() - t1) / 1e9, record.elapsed());
        Map<String, Map<String, Integer>> counts = new TreeMap<>();
        Map<String, Map<String, List<String>>> why = new TreeMap<>();
        for (CaseRun run : record.runs()) {
            String column = run.decisive().target().id();
            counts.computeIfAbsent(column, k -> new TreeMap<>())
                    .merge(run.verdict().name(), 1, Integer::sum);
            run.decisive()
                    .failure()
                    .ifPresent(f -> why.computeIfAbsent(column, k -> new TreeMap<>())
                            .computeIfAbsent(
                                    run.verdict() + " " + f.code() + " "
                                            + f.message()
                                                    .replaceAll("[0-9]+", "#")
                                                    .replaceAll("'[^']*'", "'?'"),
                                    k -> new ArrayList<>())
                            .add(run.caseId().name()));
        }
        System.out.println(counts);
        why.forEach((c, m) -> m.entrySet().stream()
                .sorted((a, b) -> b.getValue().size() - a.getValue().size())
                .forEach(e -> System.out.println(c.substring(0, 8) + " "
                        + e.getValue().size() + " "
                        + e.getKey().substring(0, Math.min(220, e.getKey().length())) + " "
                        + e.getValue().subList(0, Math.min(3, e.getValue().size())))));
        try (var out = new java.io.PrintStream("/tmp/w/try/" + args[1] + System.getProperty("tag", "") + ".txt")) {
            record.runs().stream()
                    .sorted(Comparator.comparing(r -> r.caseId() + r.chain().toString()))
                    .forEach(r -> out.println(r.caseId() + " " + r.chain() + " " + r.verdict() + " "
                            + r.decisive().failure().map(f -> f.code() + "").orElse("") + " "
                            + r.decisive().evidence().nodes()
                            + r.decisive().evidence().partitions()
                            + r.decisive().evidence().notes()));
        }
        System.exit(0);
    }
}
