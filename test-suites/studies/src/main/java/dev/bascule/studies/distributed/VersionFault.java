package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.FaultReport.Row;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankLine.Step;
import dev.bascule.studies.distributed.RankLine.Versions;
import dev.bascule.studies.distributed.RankRun.Heard;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The last rank says that it is of another version than it is: nobody is to train with it. Immutable. */
record VersionFault(RankEngine engine, DataPlan plan, int ranks) {
    /** Nothing was ever released as this. */
    static final String OTHER = "0.0.0+other";

    Row row() {
        RankRun run = engine.run(plan.lastOfVersion(ranks, OTHER), RankEngine.Watcher.NONE);
        Optional<Heard> noticed = run.lines().stream()
                .filter(heard -> heard.rank() != ranks - 1 && heard.line() instanceof Versions)
                .findFirst();
        Finding finding = judge(run, noticed);
        return new Row(
                FaultKind.VERSION,
                ranks,
                ranks,
                OptionalInt.empty(),
                noticed.map(Heard::at),
                noticed.map(Heard::line).map(line -> line instanceof Versions told ? words(told) : ""),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                finding,
                RoundTrips.judgeLate(plan.link(), run, OptionalDouble.empty()),
                // That they are not let in is what is to be; anything else is not.
                run.failure().filter(failure -> failure.code() != ErrorCode.LIBRARY_MISMATCH));
    }

    private Finding judge(RankRun run, Optional<Heard> noticed) {
        long steps = run.all(Step.class).count();
        boolean kept = run.failure().map(Failure::code).equals(Optional.of(ErrorCode.LIBRARY_MISMATCH));
        boolean named = run.all(Versions.class).count() == ranks
                && run.all(Versions.class)
                        .allMatch(told -> told.versions().size() == ranks
                                && told.versions().indexOf(OTHER) == ranks - 1);
        return Invariant.ADMISSION.of(
                steps == 0 && kept && named && noticed.isPresent(),
                steps > 0
                        ? "%d steps were trained with it".formatted(steps)
                        : named
                                ? "all %d told which one is another, and none trained".formatted(ranks)
                                : "not all told which one is another");
    }

    private static String words(Versions told) {
        return "the ranks are of different versions: " + String.join(", ", told.versions());
    }
}
