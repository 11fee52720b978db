package dev.bascule.suites.execution;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Closing;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.Settings;
import dev.bascule.fallback.target.Target;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

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

    public AttemptExecutor(
            References references,
            AttemptJudge judge,
            MeasurementPlan plan,
            JobIds ids,
            Clock clock,
            TimeLedger ledger) {
        this.references = references;
        this.judge = judge;
        this.plan = plan;
        this.ids = ids;
        this.clock = clock;
        this.ledger = ledger;
    }

    /** A source and a backend on it: where an attempt goes, or what it is compared with. */
    public record Place(RunnerSource source, Backend backend) {

        Optional<DeviceType> deviceType() {
            if (!backend.equals(Backends.WEBNN)) {
                return Optional.empty();
            }
            boolean hardwareGpu = source.report(Backends.WEBGPU).software().equals(Optional.of(false));
            return Optional.of(hardwareGpu ? DeviceType.GPU : DeviceType.CPU);
        }

        Target target() {
            return source.target(backend, deviceType());
        }
    }

    /**
     * @param baseline what to interleave with, if a ratio is wanted
     */
    public Attempt attempt(PreparedCase kase, Place place, Optional<Place> baseline) {
        Instant startedAt = clock.instant();
        long start = System.nanoTime();
        Target target = place.target();
        Optional<Failure> absent = place.source().unavailable(place.backend());
        if (absent.isPresent()) {
            return Attempt.notStarted(target, Outcome.UNAVAILABLE, absent.get(), startedAt, since(start));
        }
        if (!(references.of(kase) instanceof References.Found.Known known)) {
            Failure failure = ((References.Found.Missing) references.of(kase)).failure();
            return Attempt.notStarted(target, Outcome.FAILED, failure, startedAt, since(start));
        }
        AttemptJudge.Draft draft = new AttemptJudge.Draft(kase, target, startedAt, start);
        OutputChecker checker =
                new OutputChecker(known.reference(), kase.model().nodes());
        Reply<SessionUnderTest> opened = open(kase, place, checker);
        if (opened instanceof Reply.Failed<SessionUnderTest> failed) {
            return judge.failed(draft, settle(place, failed.fault()), Optional.empty());
        }
        SessionUnderTest session = opened.result().orElseThrow();
        Optional<Comparison> comparison = ledger.time("measuring", () -> measure(kase, session, target, baseline));
        if (session.fault().isPresent()) {
            return judge.failed(draft, settle(place, session.fault().get()), Optional.of(session));
        }
        Reply<Closing> closed = ledger.time(
                "disposing, reading evidence", () -> session.session().finish(plan.timeout()));
        if (closed instanceof Reply.Failed<Closing> failed) {
            return judge.failed(draft, settle(place, failed.fault()), Optional.of(session));
        }
        return judge.finished(draft, place, session, closed.result().orElseThrow(), comparison);
    }

    private Optional<Comparison> measure(
            PreparedCase kase, SessionUnderTest session, Target target, Optional<Place> baseline) {
        session.warmUp();
        if (baseline.isEmpty() || session.fault().isPresent()) {
            Interleaving.alone(session, plan);
            return Optional.empty();
        }
        Optional<Comparison> comparison = against(kase, session, target, baseline.get());
        if (session.measured().isEmpty()) {
            Interleaving.alone(session, plan);
        }
        return comparison;
    }

    /** Interleaves an open session with a baseline that is opened for it, and closed again. */
    private Optional<Comparison> against(PreparedCase kase, SessionUnderTest session, Target target, Place place) {
        if (!(references.of(kase) instanceof References.Found.Known known)) {
            return Optional.empty();
        }
        OutputChecker checker =
                new OutputChecker(known.reference(), kase.model().nodes());
        Optional<SessionUnderTest> opened = open(kase, place, checker).result();
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        SessionUnderTest other = opened.get();
        other.warmUp();
        Optional<Comparison> comparison = Interleaving.pairs(session, target, other, place.target(), plan);
        Optional<Fault> fault = other.fault();
        if (fault.isEmpty() && other.session().finish(plan.timeout()) instanceof Reply.Failed<Closing> failed) {
            fault = Optional.of(failed.fault());
        }
        fault.ifPresent(broken -> settle(place, broken));
        return checker.result().ok() ? comparison : Optional.empty();
    }

    /** What a fallback costs: both backends opened anew and measured in turn. Empty when either does not run now. */
    public Optional<Comparison> cost(PreparedCase kase, Place from, Place to) {
        if (!(references.of(kase) instanceof References.Found.Known known)) {
            return Optional.empty();
        }
        OutputChecker checker =
                new OutputChecker(known.reference(), kase.model().nodes());
        Optional<SessionUnderTest> expected = open(kase, from, checker).result();
        if (expected.isEmpty()) {
            return Optional.empty();
        }
        SessionUnderTest first = expected.get();
        OutputChecker reachedChecker =
                new OutputChecker(known.reference(), kase.model().nodes());
        Optional<Comparison> cost = open(kase, to, reachedChecker).result().flatMap(second -> {
            first.warmUp();
            second.warmUp();
            Optional<Comparison> pairs = Interleaving.pairs(second, to.target(), first, from.target(), plan);
            close(to, second);
            return pairs;
        });
        close(from, first);
        return cost;
    }

    private void close(Place place, SessionUnderTest session) {
        if (session.fault().isPresent()) {
            settle(place, session.fault().get());
        } else if (session.session().finish(plan.timeout()) instanceof Reply.Failed<Closing> failed) {
            settle(place, failed.fault());
        }
    }

    private Reply<SessionUnderTest> open(PreparedCase kase, Place place, OutputChecker checker) {
        Lane.Entry entry = place.source().lane(place.backend()).enter();
        if (!(entry instanceof Lane.Entry.Ready ready)) {
            Failure failure = ((Lane.Entry.Closed) entry).failure();
            return new Reply.Failed<>(new Fault.Lost("launch", failure.message()));
        }
        Settings settings =
                place.deviceType().map(kase.settings()::withDeviceType).orElse(kase.settings());
        Job job = new Job(ids.next(), place.backend(), kase.artifact(), kase.feeds(), kase.outputs(), settings);
        Reply<RunnerSession> reply = ledger.time(
                "creating sessions, first inferences", () -> ready.runner().open(job, plan.timeout()));
        return reply.map(session ->
                new SessionUnderTest(session, checker, plan, kase.feeds().steps()));
    }

    /** Classifies a fault and gets rid of a runner that is no longer sound. */
    private FaultClassifier.Classified settle(Place place, Fault fault) {
        FaultClassifier.Classified classified = FaultClassifier.classify(fault);
        if (!classified.runnerIsSound()) {
            place.source().lane(place.backend()).discard();
        }
        return Thread.currentThread().isInterrupted() ? AttemptJudge.cancelled() : classified;
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Whether native targets are what a browser is compared with: never with itself. */
    static boolean wantsBaseline(Place place) {
        return place.backend().side() == Side.BROWSER;
    }
}
