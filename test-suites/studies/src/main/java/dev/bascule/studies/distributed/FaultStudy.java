package dev.bascule.studies.distributed;

import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.FaultReport.Row;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankLine.Hash;
import dev.bascule.studies.distributed.RankLine.Step;
import dev.bascule.studies.distributed.RankRun.Heard;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** One fault in a run, what came of it, and the same run undisturbed. Belongs to one thread. */
final class FaultStudy {
    private final RankEngine engine;
    private final FaultPlan faults;
    private final DataPlan plan;
    private final int ranks;
    private final Path folder;
    private final LongSupplier nanos;
    private final RankRun undisturbed;

    /**
     * @param folder for checkpoints
     * @param nanos a clock that goes on between runs
     */
    FaultStudy(RankEngine engine, FaultPlan faults, int ranks, Path folder, LongSupplier nanos) {
        this.engine = engine;
        this.faults = faults;
        this.plan = faults.training();
        this.ranks = ranks;
        this.folder = folder;
        this.nanos = nanos;
        this.undisturbed = engine.run(plan.undisturbed(ranks, kept()), RankEngine.Watcher.NONE);
    }

    private String kept() {
        return folder.resolve("undisturbed-" + ranks).toString();
    }

    Row of(FaultKind kind) {
        return kind == FaultKind.VERSION ? new VersionFault(engine, plan, ranks).row() : disturbed(kind);
    }

    private Row disturbed(FaultKind kind) {
        String checkpoint =
                folder.resolve("%s-%d".formatted(kind.word(), ranks)).toString();
        DataPlan own = kind.ofLink() ? plan.over(faults.link()) : plan;
        int middle = plan.steps() / 2 + 1;
        Disturber disturber = new Disturber(kind, ranks - 1, middle);
        RankJob job = own.kept(ranks, checkpoint, true, false);
        FirstSeen harm = new FirstSeen(disturber, heard -> disturber.harmed().isPresent());
        RankRun disturbed = engine.run(kind.ofLink() ? job.with("pauseAfter", middle) : job, harm);
        boolean again = kind.ends()
                && disturbed.failure().isPresent()
                && disturber.harmed().isPresent();
        int after = kind == FaultKind.ELASTIC ? ranks - 1 : ranks;
        FirstSeen step = new FirstSeen(RankEngine.Watcher.NONE, heard -> heard.line() instanceof Step);
        RankRun last = again ? engine.run(own.kept(after, checkpoint, false, true), step) : disturbed;
        boolean wentOn = again && last.failure().isEmpty();
        OptionalInt resumed =
                wentOn ? last.of(0, Hash.class).stream().mapToInt(Hash::step).findFirst() : OptionalInt.empty();
        int reached = disturbed.all(Step.class).mapToInt(Step::step).max().orElse(0);
        Optional<Duration> longest = longest(disturbed);
        boolean asMeant = disturber.harmed().isPresent()
                && kind.ends() == disturbed.failure().isPresent()
                && (kind.ends()
                        ? disturber.detection().isPresent()
                        : longest.filter(gap -> gap.compareTo(Disturber.PAUSE.dividedBy(2)) > 0)
                                .isPresent());
        FaultEnd end = FaultEnd.of(plan, undisturbed, last);
        Optional<Failure> compared = undisturbed.failure();
        if (kind == FaultKind.ELASTIC && resumed.isPresent()) {
            String begun = kept() + "-" + resumed.getAsInt();
            RankRun sizes = engine.run(plan.kept(after, begun, false, true), RankEngine.Watcher.NONE);
            compared = compared.or(sizes::failure);
            end = end.fewer(
                    sizes, "%d workers to step %d and %d from there".formatted(ranks, resumed.getAsInt(), after));
        }
        Optional<Duration> outage = wentOn ? harm.until(step) : Optional.empty();
        boolean late =
                outage.filter(time -> time.compareTo(faults.within()) > 0).isPresent();
        return new Row(
                kind,
                ranks,
                after,
                disturber.step(),
                disturber.detection(),
                disturber.words(),
                resumed.isPresent() ? OptionalInt.of(reached - resumed.getAsInt()) : OptionalInt.empty(),
                wentOn ? firstStep(last) : Optional.empty(),
                outage,
                longest,
                end.furthest(),
                end.relative(),
                Invariant.RECOVERY.of(
                        end.right() && asMeant && !late,
                        (!asMeant ? "the fault did not do what it was to do" : end.words())
                                + (late
                                        ? "; it went on later than the %s s that it may take"
                                                .formatted(faults.within().toMillis() / 1e3)
                                        : "")),
                latency(kind, own, last, again),
                last.failure().isPresent() ? last.failure() : compared);
    }

    /** Notes when something was seen for the first time, by the clock that goes on between runs. */
    private final class FirstSeen implements RankEngine.Watcher {
        private final RankEngine.Watcher inner;
        private final Predicate<Heard> what;
        private OptionalLong at = OptionalLong.empty();

        private FirstSeen(RankEngine.Watcher inner, Predicate<Heard> what) {
            this.inner = inner;
            this.what = what;
        }

        @Override
        public void heard(Heard heard, RankEngine.Harm harm) {
            long now = nanos.getAsLong();
            inner.heard(heard, harm);
            if (at.isEmpty() && what.test(heard)) {
                at = OptionalLong.of(now);
            }
        }

        private Optional<Duration> until(FirstSeen later) {
            return at.isPresent() && later.at.isPresent()
                    ? Optional.of(Duration.ofNanos(later.at.getAsLong() - at.getAsLong()))
                    : Optional.empty();
        }
    }

    private static Optional<Finding> latency(FaultKind kind, DataPlan own, RankRun last, boolean again) {
        return kind.ofLink() && !again
                ? own.link()
                        .filter(LinkLimit::late)
                        .map(link -> Invariant.LINK_LATENCY.notJudged("the link was harmed in this very run"))
                : RoundTrips.judgeLate(own.link(), last, OptionalDouble.empty());
    }

    private static Optional<Duration> firstStep(RankRun run) {
        return run.lines().stream()
                .filter(heard -> heard.line() instanceof Step)
                .map(Heard::at)
                .findFirst();
    }

    /** By the host's clock: a worker waits for others between its steps, too. */
    private static Optional<Duration> longest(RankRun run) {
        List<Duration> times = run.lines().stream()
                .filter(heard -> heard.rank() == 0 && heard.line() instanceof Step)
                .map(Heard::at)
                .toList();
        return IntStream.range(1, times.size())
                .mapToObj(i -> times.get(i).minus(times.get(i - 1)))
                .max(Duration::compareTo);
    }
}
