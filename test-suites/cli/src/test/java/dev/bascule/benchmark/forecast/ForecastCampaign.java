package dev.bascule.benchmark.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.benchmark.forecast.BenchmarkPool.Coming;
import dev.bascule.benchmark.forecast.ConfinedWorkers.Confined;
import dev.bascule.benchmark.forecast.ConfinedWorkers.Product;
import dev.bascule.benchmark.forecast.ForecastFiles.Part;
import dev.bascule.cli.simulate.Simulations;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.simulate.engine.ArrivalTimes;
import dev.bascule.scheduling.simulate.model.Stream;
import dev.bascule.scheduling.simulate.model.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Calibrates, forecasts, runs, checks, in this order, and leaves everything in one folder. Used once, by one thread.
 *
 * @param folder that is not there yet
 * @param corpus ONNX's published cases
 * @param seeds how many seeds are run
 * @param minutes seeds are left out beyond so many
 * @param calibrations how often each kind is measured on each worker
 * @param longRun of how many jobs one more run is, which is replayed; 0 for none
 * @param policies each of which places every workload
 * @param wanted names of workloads; of no known one, all
 */
public record ForecastCampaign(
        Path folder,
        Path corpus,
        int seeds,
        int minutes,
        int calibrations,
        int longRun,
        List<String> policies,
        List<String> wanted) {
    /** Where the coordinator and whoever waits for it take their time from: a tenth of one processor, a third of the other. */
    private static final List<Confined> WORKERS =
            List.of(new Confined("fast", 0, 0.9), new Confined("medium", 1, 0.42), new Confined("slow", 1, 0.24));
    /** Between two runs, for what the coordinator does after the last result. */
    private static final Duration PAUSE = Duration.ofMillis(300);
    /** How wrong the overhead of the fastest worker is set for the forecast that must miss. */
    private static final Duration WRONG = Duration.ofSeconds(6);

    private static final Map<String, Integer> CASES = new LinkedHashMap<>();
    private static final Map<String, List<Part>> WORKLOADS = new LinkedHashMap<>();

    static {
        CASES.put("small", 8);
        CASES.put("medium", 100);
        CASES.put("large", 300);
        WORKLOADS.put(
                "batch", List.of(part("small", 4, "batch"), part("medium", 2, "batch"), part("large", 2, "batch")));
        WORKLOADS.put("large-first", List.of(part("large", 3, "batch"), part("small", 4, "batch")));
        WORKLOADS.put("steady", List.of(part("small", 5, "{per-second: 0.7}"), part("medium", 3, "{per-second: 0.4}")));
        WORKLOADS.put(
                "bursts",
                List.of(part("small", 4, "batch"), part("large", 2, "{at: 2s}"), part("medium", 2, "{at: 4s}")));
        WORKLOADS.put(
                "labelled",
                List.of(
                        part("small", 4, "batch"),
                        new Part("fast-only", "medium", 2, "batch", "label=fast"),
                        new Part("not-slow", "large", 1, "batch", "not label=slow")));
    }

    private static Part part(String kind, int count, String arrivals) {
        return new Part(kind, kind, count, arrivals, "");
    }

    /** Whether all came as forecast, and the forecast that is wrong on purpose missed. */
    public boolean run() throws IOException, InterruptedException {
        Files.createDirectory(folder);
        long began = System.nanoTime();
        Path pool = Files.createDirectory(folder.resolve("pool"));
        try (BenchmarkPool coordinator = new BenchmarkPool(pool);
                ConfinedWorkers workers = new ConfinedWorkers()) {
            ShardOrders orders = new ShardOrders(corpus, CASES, Files.createDirectory(pool.resolve("archives")));
            for (Confined each : WORKERS) {
                workers.start(each, coordinator.invite(each.name()), pool);
            }
            workers.awaitJoined(coordinator);
            say("%d workers joined", WORKERS.size());
            // Of these nothing counts: nothing is cached yet.
            calibrate(coordinator, orders, "warm-up", 1);
            List<RecordedRun> longRuns = longRun(coordinator, orders);
            Map<String, Path> files = workloads(calibrated(coordinator, orders));
            simulate("fleet.yaml", files, seeds, "rough", List.of());
            int affordable = affordable(began);
            say("%d of %d seeds are run", affordable, seeds);
            for (String fleet : List.of("fleet", "fleet-wrong")) {
                String name = fleet.replace("fleet", "forecast");
                simulate(
                        fleet + ".yaml",
                        files,
                        affordable,
                        name,
                        List.of("--forecast", folder.resolve(name + ".json").toString()));
            }
            List<RecordedRun> records = runAll(coordinator, orders, files, affordable);
            return report(records, longRuns, affordable, began);
        }
    }

    private static void say(String text, Object... figures) {
        System.err.printf(Locale.ROOT, text + "%n", figures);
    }

    private List<String> names() {
        return WORKERS.stream().map(Confined::name).toList();
    }

    /** All workers at once, as in what is forecast, each with jobs of its own. */
    private RecordedRun calibrated(BenchmarkPool pool, ShardOrders orders) throws IOException, InterruptedException {
        calibrate(pool, orders, "calibration", calibrations);
        return Simulations.record(pool.ledger(), "calibration", "calibration", 0, folder.resolve("calibration.jsonl"));
    }

    private void calibrate(BenchmarkPool pool, ShardOrders orders, String run, int times) throws InterruptedException {
        List<Coming> jobs = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            for (String kind : CASES.keySet()) {
                for (String worker : names()) {
                    jobs.add(new Coming(
                            Duration.ZERO,
                            orders.job(run, jobs.size() + 1, kind, Requirement.parse("label=" + worker))));
                }
            }
        }
        long began = System.nanoTime();
        pool.run(run, Policies.of("fifo", 0), jobs, orders.files());
        say("%s: %d jobs in %.0f s", run, jobs.size(), (System.nanoTime() - began) / 1e9);
    }

    /** The workloads' files, by name; two fleets beside them, one of which is wrong. */
    private Map<String, Path> workloads(RecordedRun calibration) throws IOException {
        ForecastFiles write = new ForecastFiles(calibration, names());
        Map<String, Path> files = new LinkedHashMap<>();
        write.fleet(folder.resolve("fleet.yaml"), Map.of());
        write.fleet(folder.resolve("fleet-wrong.yaml"), Map.of(names().get(0), WRONG));
        for (Map.Entry<String, List<Part>> each : WORKLOADS.entrySet()) {
            if (WORKLOADS.keySet().stream().anyMatch(wanted::contains) && !wanted.contains(each.getKey())) {
                continue;
            }
            files.put(each.getKey(), write.workload(folder, each.getKey(), each.getValue()));
        }
        return files;
    }

    /** By the very seeds that are run, so that the same jobs come at the same times. */
    private void simulate(String fleet, Map<String, Path> workloads, int howMany, String name, List<String> more)
            throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(List.of("simulate", folder.resolve(fleet).toString()));
        workloads.values().forEach(each -> words.add(each.toString()));
        words.addAll(List.of("--policy", String.join(",", policies)));
        words.addAll(List.of("--seeds", String.valueOf(howMany), "--times", "known", "--json"));
        words.addAll(more);
        if (Product.run(folder.resolve(name + "-figures.json"), words.toArray(String[]::new)) != 0) {
            throw new IOException("the forecast could not be made");
        }
    }

    /** How many seeds fit into the time, by a simulation; one at least. */
    private int affordable(long began) throws IOException {
        double seed = 0;
        for (JsonNode workload : Json.MAPPER
                .readTree(folder.resolve("rough-figures.json").toFile())
                .path("workloads")) {
            for (JsonNode policy : workload.path("policies")) {
                seed += policy.at("/simulatedMakespanSeconds/mean").asDouble() + PAUSE.toMillis() / 1e3 + 0.3;
            }
        }
        double left = minutes * 60.0 - (System.nanoTime() - began) / 1e9;
        say("a seed takes about %.0f s, and %.0f s are left", seed, left);
        return (int) Math.max(1, Math.min(seeds, Math.floor(left / seed)));
    }

    /** Policies in turn, so that what the machine does falls on all. */
    private List<RecordedRun> runAll(BenchmarkPool pool, ShardOrders orders, Map<String, Path> files, int affordable)
            throws IOException, InterruptedException {
        Path records = Files.createDirectory(folder.resolve("records"));
        List<RecordedRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= affordable; seed++) {
            for (Map.Entry<String, Path> each : files.entrySet()) {
                Workload workload = Simulations.workload(folder.resolve("fleet.yaml"), each.getValue());
                for (int i = 0; i < policies.size(); i++) {
                    String policy = policies.get((i + seed) % policies.size());
                    String run = "%s-%s-%d".formatted(each.getKey(), policy, seed);
                    pool.run(run, Policies.of(policy, seed), jobs(workload, run, seed, orders), orders.files());
                    Thread.sleep(PAUSE.toMillis());
                    RecordedRun record = Simulations.record(
                            pool.ledger(), run, each.getKey(), seed, records.resolve(run + ".jsonl"));
                    say("%s: %.2f s", run, record.makespan().toMillis() / 1e3);
                    runs.add(record);
                }
            }
        }
        return runs;
    }

    private static List<Coming> jobs(Workload workload, String run, long seed, ShardOrders orders) {
        record Come(Duration at, Stream stream) {}
        List<Come> all = new ArrayList<>();
        List<List<Duration>> times = ArrivalTimes.of(workload, seed);
        for (int i = 0; i < times.size(); i++) {
            Stream stream = workload.streams().get(i);
            times.get(i).forEach(at -> all.add(new Come(at, stream)));
        }
        all.sort(Comparator.comparing(Come::at));
        List<Coming> jobs = new ArrayList<>();
        for (Come each : all) {
            jobs.add(new Coming(
                    each.at(),
                    orders.job(
                            run,
                            jobs.size() + 1,
                            each.stream().kind(),
                            each.stream().where())));
        }
        return jobs;
    }

    /** One run with enough jobs that a replay of it says something. */
    private List<RecordedRun> longRun(BenchmarkPool pool, ShardOrders orders) throws IOException, InterruptedException {
        if (longRun == 0) {
            return List.of();
        }
        List<Coming> jobs = new ArrayList<>();
        for (int i = 0; i < longRun; i++) {
            String kind = i % 4 == 3 ? "medium" : "small";
            jobs.add(new Coming(Duration.ZERO, orders.job("long", i + 1, kind, new Requirement.Anything())));
        }
        pool.run("long", Policies.of("fifo", 0), jobs, orders.files());
        return List.of(Simulations.record(pool.ledger(), "long", "long", 0, folder.resolve("long.jsonl")));
    }

    private boolean report(List<RecordedRun> runs, List<RecordedRun> longRuns, int affordable, long began)
            throws IOException, InterruptedException {
        boolean came = check("forecast") == 0;
        boolean seen = check("forecast-wrong") == ExitCode.FAILURES.status();
        String text = """
                %d policies, %d workloads, %d seeds on %d confined workers, %.0f s in all.

                The forecast %s; the one with an overhead set wrong on purpose %s.

                ```
                %s```

                %s
                Real runs, judged by the times that came true:

                %s
                Replays of these runs, each from its own record:

                %s
                The long run, of %d jobs:

                %s""".formatted(
                        policies.size(),
                        runs.stream().map(RecordedRun::workload).distinct().count(),
                        affordable,
                        WORKERS.size(),
                        (System.nanoTime() - began) / 1e9,
                        came ? "came true" : "MISSES",
                        seen ? "misses, as it must" : "DOES NOT MISS: the check sees nothing",
                        Files.readString(folder.resolve("forecast-check.txt")),
                        ForecastReport.components(folder.resolve("forecast-figures.json"), runs),
                        JudgedRuns.of(runs),
                        ForecastReport.replays(runs),
                        longRun,
                        longRuns.isEmpty() ? "not run\n" : ForecastReport.replays(longRuns));
        Files.writeString(folder.resolve("report.md"), text);
        System.out.print(text);
        return came && seen;
    }

    private int check(String forecast) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                "simulate", "--check", folder.resolve(forecast + ".json").toString()));
        try (var records = Files.list(folder.resolve("records"))) {
            records.sorted().forEach(each -> words.add(each.toString()));
        }
        return Product.run(folder.resolve(forecast + "-check.txt"), words.toArray(String[]::new));
    }
}
