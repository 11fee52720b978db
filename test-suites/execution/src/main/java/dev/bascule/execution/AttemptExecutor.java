package dev.bascule.execution;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.CpuTwin;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.runner.Closing;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.Settings;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.fallback.usage.UsageWatch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Makes one attempt: opens the model on a backend, checks, warms, measures, reads the evidence. Every way to fail ends as
 * an attempt, never as an exception. Belongs to one thread.
 */
public final class AttemptExecutor {
    private final References references;
    private final AttemptJudge judge;
    private final MeasurementPlan plan;
    private final JobIds ids;
    private final Clock clock;
    private final TimeLedger ledger;
    private final UsageMeter usage;

    /** Without a look at what it costs the machine. */
    public AttemptExecutor(
            References references,
            AttemptJudge judge,
            MeasurementPlan plan,
            JobIds ids,
            Clock clock,
            TimeLedger ledger) {
        this(references, judge, plan, ids, clock, ledger, UsageMeter.none("nobody watched"));
    }

    /** @param usage watches what the timed inferences cost */
    public AttemptExecutor(
            References references,
            AttemptJudge judge,
            MeasurementPlan plan,
            JobIds ids,
            Clock clock,
            TimeLedger ledger,
            UsageMeter usage) {
        this.usage = usage;
        this.references = references;
        this.judge = judge;
        this.plan = plan;
        this.ids = ids;
        this.clock = clock;
        this.ledger = ledger;
    }

    /** What determines the figures of a case's attempts beside where they are made. */
    public Conditions conditions(PreparedCase kase) {
        return new Conditions(
                kase.inputs(), Optional.of(plan.told(kase.settings().threads())));
    }

    /**
     * @param baseline what to interleave with, if a ratio is wanted
     */
    public Attempt attempt(PreparedCase kase, Place place, Optional<Place> baseline) {
        Attempt attempt = make(kase, place, baseline);
        place.source().report(place.backend(), attempt);
        return attempt;
    }

    private Attempt make(PreparedCase kase, Place place, Optional<Place> baseline) {
        Instant startedAt = clock.instant();
        long start = System.nanoTime();
        Target target = place.target();
        Optional<Failure> absent = place.source().unavailable(place.backend());
        if (absent.isPresent()) {
            return Attempt.notStarted(target, Outcome.UNAVAILABLE, absent.get(), startedAt, since(start));
        }
        Optional<Refusal> refused = kase.sizing().refused();
        if (refused.isPresent()) {
            Refusal why = refused.get();
            return Attempt.notStarted(target, why.outcome(), why.failure(), startedAt, since(start));
        }
        References.Found found = references.of(kase);
        if (!(found instanceof References.Found.Known known)) {
            References.Found.Missing missing = (References.Found.Missing) found;
            return Attempt.notStarted(target, missing.outcome(), missing.failure(), startedAt, since(start));
        }
        ledger.time("measuring", () -> {
            usage.rest();
            return true;
        });
        AttemptJudge.Draft draft = judge.draft(kase, target, startedAt, start);
        OutputChecker checker = new OutputChecker(known.reference());
        checker.fed(kase.feeds(), (int) kase.sets().stream()
                .limit(1)
                .filter(set -> !set.expected().isEmpty())
                .count());
        MemoryWatch memory = new MemoryWatch();
        Reply<SessionUnderTest> opened = open(kase, place, checker, memory::begin);
        if (opened instanceof Reply.Failed<SessionUnderTest> failed) {
            return judge.failed(draft, failed.fault(), Optional.empty());
        }
        SessionUnderTest session = opened.result().orElseThrow();
        Beside<Comparison> comparison = ledger.time("measuring", () -> {
            try (UsageWatch watch = usage.watch(memory::processes)) {
                session.watchedBy(watch);
                return measure(kase, session, planFor(place), target, baseline);
            }
        });
        memory.measured();
        FurtherSets further = new FurtherSets(kase.feeds(), kase.sets(), plan.timeout());
        session.alsoJudged(running -> further.judgeAlike(running, checker));
        Optional<CpuTwin> twin = session.fault().isPresent() || !plan.heldAgainstCpu()
                ? Optional.empty()
                : ledger.time("comparing with the browser's CPU", () -> cpuTwin(kase, place, session));
        Reply<Closing> closed = close(place, session);
        if (closed instanceof Reply.Failed<Closing> failed) {
            return judge.failed(draft, failed.fault(), Optional.of(session));
        }
        Optional<Fault> elsewhere = further.judgeOthers(checker, feeds -> openAgain(kase, place, feeds));
        if (elsewhere.isPresent()) {
            return judge.failed(draft, elsewhere.get(), Optional.of(session));
        }
        Closing closing = closed.result().orElseThrow();
        return judge.finished(draft, place, session, closing, comparison, memory.end(closing.memory()), twin);
    }

    private Beside<Comparison> measure(
            PreparedCase kase,
            SessionUnderTest session,
            MeasurementPlan here,
            Target target,
            Optional<Place> baseline) {
        session.warmUp();
        Beside<Comparison> comparison = baseline.filter(place -> session.fault().isEmpty())
                .map(place -> compared(kase, place, session, here, target))
                .orElseGet(Beside.NotWanted::new);
        if (comparison.result().isEmpty() && session.measured().size() < here.minIterations()) {
            Interleaving.alone(session, here);
        }
        return comparison;
    }

    private Beside<Comparison> compared(
            PreparedCase kase, Place baseline, SessionUnderTest session, MeasurementPlan here, Target target) {
        Beside<Comparison> comparison = beside(
                kase,
                baseline,
                Wanted.RIGHT_AND_THERE,
                other -> Interleaving.pairs(session, target, other, baseline.target(), here));
        return comparison instanceof Beside.Not<Comparison> not
                ? new Beside.Not<>("not compared with %s: %s".formatted(baseline.backend(), not.reason()))
                : comparison;
    }

    /** Both sides of a pair are measured alike: as the slower kind of place wants it. */
    private MeasurementPlan costPlan(Place from, Place to) {
        MeasurementPlan first = planFor(from);
        return first.minIterations() < plan.minIterations() ? first : planFor(to);
    }

    /** How much is measured there. */
    private MeasurementPlan planFor(Place place) {
        boolean software = place.source().report(place.backend()).software().orElse(false);
        return software ? plan.onSoftwareAdapter() : plan;
    }

    /** Holds a claimed accelerator against the same browser's CPU; empty where none is claimed, or the CPU does not run it. */
    private Optional<CpuTwin> cpuTwin(PreparedCase kase, Place place, SessionUnderTest session) {
        return CpuTwins.of(place)
                .flatMap(twin -> beside(kase, twin.cpu(), Wanted.SOUND, other -> {
                            boolean sameBits = CpuTwin.sameBits(session.firstOutputs(), other.firstOutputs());
                            Optional<Ratio> ratio =
                                    sameBits ? Interleaving.glance(session, other, plan) : Optional.empty();
                            return Optional.of(new CpuTwin(twin.claimed(), twin.name(), sameBits, ratio));
                        })
                        .result());
    }

    /** What a fallback costs: both backends opened anew and measured in turn. Empty when either does not run right now. */
    public Optional<Comparison> cost(PreparedCase kase, Place from, Place to) {
        return beside(
                        kase,
                        to,
                        Wanted.RIGHT,
                        reached -> beside(
                                        kase,
                                        from,
                                        Wanted.SOUND,
                                        expected -> Interleaving.pairs(
                                                reached, to.target(), expected, from.target(), costPlan(from, to)))
                                .result())
                .result();
    }

    /** What a session must be for work with it to stand. */
    private enum Wanted {
        /** It comes to its end. */
        SOUND,
        /** Its outputs are right as well. */
        RIGHT,
        /** And it ran where it was to: asked of all but a side's CPU, on which nothing can fall back. */
        RIGHT_AND_THERE
    }

    /** Does work with another session, opened and warmed for it, and closed after it. */
    private <T> Beside<T> beside(
            PreparedCase kase, Place place, Wanted wanted, Function<SessionUnderTest, Optional<T>> work) {
        if (!(references.of(kase) instanceof References.Found.Known known)) {
            return new Beside.Not<>("there is no reference");
        }
        Optional<Failure> absent = place.source().unavailable(place.backend());
        if (absent.isPresent()) {
            return new Beside.Not<>(absent.get().message());
        }
        boolean evidence = wanted == Wanted.RIGHT_AND_THERE && !place.backend().isHostCpu();
        PreparedCase explained = kase.withSettings(kase.settings().withEvidence(evidence));
        OutputChecker checker = new OutputChecker(known.reference());
        Reply<SessionUnderTest> opened = open(explained, place, checker, processes -> {});
        if (opened instanceof Reply.Failed<SessionUnderTest> failed) {
            return new Beside.Not<>(why(failed.fault()));
        }
        SessionUnderTest session = opened.result().orElseThrow();
        session.warmUp();
        Optional<T> result = work.apply(session);
        Reply<Closing> closed = close(place, session);
        if (closed instanceof Reply.Failed<Closing> failed) {
            return new Beside.Not<>(why(failed.fault()));
        }
        if (wanted != Wanted.SOUND && !checker.result().ok()) {
            return new Beside.Not<>("its outputs are wrong");
        }
        Optional<Failure> replayed = session.challenger().failure();
        if (replayed.isPresent()) {
            return new Beside.Not<>(replayed.get().message());
        }
        Optional<Failure> elsewhere = evidence
                ? PlacementVerdict.of(
                        judge.evidence(place, explained, closed.result().orElseThrow()))
                : Optional.empty();
        if (elsewhere.isPresent()) {
            return new Beside.Not<>(elsewhere.get().message());
        }
        return result.<Beside<T>>map(Beside.Done::new)
                .orElseGet(() -> new Beside.Not<>("they were not measured in turn, or too quick for the clock"));
    }

    private static String why(Fault fault) {
        return FaultClassifier.classify(fault).failure().message();
    }

    /** Finishes a session; one that is at fault already has nothing more to say. */
    private Reply<Closing> close(Place place, SessionUnderTest session) {
        Optional<Fault> fault = session.fault();
        Reply<Closing> reply = fault.isPresent()
                ? new Reply.Failed<>(fault.get())
                : ledger.time(
                        "disposing, reading evidence", () -> session.session().finish(plan.timeout()));
        // A session may end well in a page that broke meanwhile.
        reply.result().flatMap(Closing::poisoned).ifPresent(why -> place.lane().discard());
        return settled(place, reply);
    }

    /** @param about hears of the runner's memory right before the session is created */
    private Reply<SessionUnderTest> open(
            PreparedCase kase, Place place, OutputChecker checker, Consumer<Optional<MemoryMeter>> about) {
        // Before the session opens: the reference may run in the same process, which does one job at a time.
        Challenges challenges = references.challenges(kase);
        Lane lane = place.lane();
        Lane.Entry entry = lane.enter();
        if (!(entry instanceof Lane.Entry.Ready ready)) {
            Failure failure = ((Lane.Entry.Closed) entry).failure();
            return new Reply.Failed<>(new Fault.Lost("launch", failure.message()));
        }
        about.accept(lane.memory());
        Settings settings = place.settings(kase.settings());
        Job job = new Job(ids.next(), place.backend(), kase.artifact(), kase.feeds(), kase.outputs(), settings);
        Reply<RunnerSession> reply = ledger.time(
                "creating sessions, first inferences", () -> ready.runner().open(job, plan.timeout()));
        return settled(place, reply)
                .map(session -> new SessionUnderTest(
                        session,
                        checker,
                        new Challenger(challenges, place.target().id()),
                        planFor(place),
                        kase.feeds().steps()));
    }

    /** Another session of the same case, for inputs of other shapes; the first is closed. */
    private Reply<RunnerSession> openAgain(PreparedCase kase, Place place, Feeds feeds) {
        if (!(place.lane().enter() instanceof Lane.Entry.Ready ready)) {
            return new Reply.Failed<>(new Fault.Lost("launch", "the runner is gone"));
        }
        Settings settings = place.settings(kase.settings()).withEvidence(false);
        Job job = new Job(ids.next(), place.backend(), kase.artifact(), feeds, kase.outputs(), settings);
        return settled(place, ready.runner().open(job, plan.timeout()));
    }

    /** Gets rid of a runner that is no longer sound, so that no later job is blamed for it. */
    private static <T> Reply<T> settled(Place place, Reply<T> reply) {
        if (reply instanceof Reply.Failed<T> failed
                && !FaultClassifier.classify(failed.fault()).runnerIsSound()) {
            place.lane().discard();
        }
        return reply;
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
