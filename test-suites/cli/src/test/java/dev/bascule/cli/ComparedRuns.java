package dev.bascule.cli;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Runs of vit-micro on cpu and wasm whose times are planted, to be compared. */
final class ComparedRuns {
    final FakeServices services = new FakeServices();
    final CliHarness harness;
    /** What the newest of them came to. */
    CliHarness.Result last = new CliHarness.Result(0, "", "");

    private final Path folder;
    private int made;

    ComparedRuns(Path folder) {
        this.folder = folder;
        this.harness = new CliHarness(folder, services);
    }

    CliHarness.Result cli(String... arguments) {
        return harness.run(arguments);
    }

    /** A run of vit-micro on cpu and wasm, whose times are so many times those of the fake. */
    RunRecord run(double times, String... more) {
        services.runs.outcome = timed(times);
        String[] all = Stream.concat(
                        Stream.of("run", "vit-micro", "--backends", "cpu,wasm", "--strict", "--out", "out-" + made),
                        Arrays.stream(more))
                .toArray(String[]::new);
        last = cli(all);
        RunRecord run = RunDocuments.read(folder.resolve("out-" + made + "/run.json"));
        made++;
        return run;
    }

    private static BiFunction<SuiteCase, Chain, CaseRun> timed(double times) {
        return (wanted, chain) -> slower(CaseRuns.passed(wanted, chain), times);
    }

    private static CaseRun slower(CaseRun run, double times) {
        Attempt right = run.decisive();
        Timing timing = right.measured().timing().orElseThrow();
        Samples slower = Samples.ofMillis(Arrays.stream(timing.measured().millis())
                .map(value -> value * times)
                .toArray());
        return Attempts.alone(run, Attempts.timed(right, new Timing(timing.warmUp(), slower, true, Optional.empty())));
    }

    /** The same run at another time, by another id, and so many times as slow. */
    static RunRecord like(RunRecord run, String id, int hours, double times) {
        return with(
                run,
                id,
                hours,
                run.runs().stream().map(cell -> slower(cell, times)).toList());
    }

    /** The same run by another id, with these cells. */
    static RunRecord with(RunRecord run, String id, List<CaseRun> cells) {
        return with(run, id, 0, cells);
    }

    private static RunRecord with(RunRecord run, String id, int hours, List<CaseRun> cells) {
        return new RunRecord(
                new Invocation(
                        id,
                        run.invocation().suite(),
                        run.invocation().suiteHash(),
                        run.invocation().seed(),
                        run.invocation().command()),
                new RunRecord.Times(
                        run.times().startedAt().plus(Duration.ofHours(hours)),
                        run.times().finishedAt().plus(Duration.ofHours(hours)),
                        run.times().elapsed()),
                run.machine(),
                new RunRecord.Extent(run.extent().selection(), false, List.of()),
                cells,
                List.of());
    }
}
