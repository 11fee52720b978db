package dev.bascule.campaign;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a campaign came to. Belongs to one thread. */
final class CampaignTally {
    /** What must not be. */
    enum Check {
        CONTAMINATED,
        ORPHANS,
        ROWS_LOST,
        REPORT_LOST,
        HUNG
    }

    private final long seed;
    private final Map<FaultKind, Row> rows = new EnumMap<>(FaultKind.class);
    private final Map<Check, List<String>> violations = new EnumMap<>(Check.class);
    private int runs;

    /** Of a kind. */
    private static final class Row {
        private int injected;
        private int hit;
        private final Map<String, Integer> became = new TreeMap<>();
    }

    CampaignTally(long seed) {
        this.seed = seed;
    }

    /** @param became what the run under them ended as */
    void add(List<Fault> faults, List<String> became) {
        runs++;
        for (Fault fault : faults) {
            Row row = rows.computeIfAbsent(fault.kind(), kind -> new Row());
            row.injected++;
            row.hit += fault.done().isPresent() ? 1 : 0;
            if (fault.done().isPresent()) {
                became.forEach(word -> row.became.merge(word, 1, Integer::sum));
            }
        }
    }

    /** Outcomes of attempts that did not succeed, or that all did. */
    static List<String> became(RunRecord run) {
        List<String> failed = run.runs().stream()
                .flatMap(cell -> Stream.concat(cell.attempts().stream(), cell.retries().stream()))
                .map(attempt -> attempt.outcome())
                .filter(outcome -> outcome != Outcome.SUCCEEDED && outcome != Outcome.UNSUPPORTED)
                .map(outcome -> outcome.name().toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
        return failed.isEmpty() ? List.of("all right") : failed;
    }

    void violated(Check check, String run, List<String> how) {
        how.forEach(one ->
                violations.computeIfAbsent(check, any -> new ArrayList<>()).add(run + ": " + one));
    }

    int hit() {
        return rows.values().stream().mapToInt(row -> row.hit).sum();
    }

    int injected() {
        return rows.values().stream().mapToInt(row -> row.injected).sum();
    }

    boolean isClean() {
        return violations.isEmpty();
    }

    Map<Check, List<String>> violations() {
        return violations;
    }

    String table() {
        StringBuilder text =
                new StringBuilder("%-20s %8s %5s  %s%n".formatted("FAULT", "INJECTED", "HIT", "RUNS WITH IT"));
        rows.forEach((kind, row) -> text.append("%-20s %8d %5d  %s%n"
                .formatted(kind.name().toLowerCase(Locale.ROOT), row.injected, row.hit, row.became)));
        text.append("%-20s %8d %5d  in %d runs, seed %d%n".formatted("all", injected(), hit(), runs, seed));
        for (Check check : Check.values()) {
            List<String> how = violations.getOrDefault(check, List.of());
            text.append("%-20s %8d%n"
                    .formatted(check.name().toLowerCase(Locale.ROOT).replace('_', ' '), how.size()));
            how.forEach(one -> text.append("  ").append(one).append('\n'));
        }
        return text.toString();
    }

    String json() throws JsonProcessingException {
        Map<String, Object> kinds = new LinkedHashMap<>();
        rows.forEach((kind, row) -> kinds.put(
                kind.name().toLowerCase(Locale.ROOT),
                Map.of("injected", row.injected, "hit", row.hit, "runsWithIt", row.became)));
        Map<String, Object> found = new LinkedHashMap<>();
        for (Check check : Check.values()) {
            found.put(check.name().toLowerCase(Locale.ROOT), violations.getOrDefault(check, List.of()));
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("seed", seed);
        document.put("runs", runs);
        document.put("injected", injected());
        document.put("hit", hit());
        document.put("kinds", kinds);
        document.put("violations", found);
        return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document);
    }
}
