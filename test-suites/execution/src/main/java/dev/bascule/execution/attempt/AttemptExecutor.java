package dev.bascule.execution.attempt;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.session.SessionResult;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.CpuCrossCheck;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.fallback.usage.UsageWatch;
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
    private final Clock clock;
    private final TimeBreakdown times;
    private final UsageMeter usage;
    private final CaseSessions sessions;
    private final SideSessions beside;
    private final NarrowProducts products;
    private final PageInputs pages;
    private final JobIds ids;

    /** Without a look at what it costs the machine. */
    public AttemptExecutor(
            References references,
            AttemptJudge judge,
            MeasurementPlan plan,
            JobIds ids,
            Clock clock,
            TimeBreakdown times) {
        this(references, judge, plan, ids, clock, times, UsageMeter.none("nobody watched"), ProductQuestions.none());
    }

    /**
     * @param usage watches what the timed inferences cost
     * @param questions ask what products of wrong outputs were computed in
     */
    public AttemptExecutor(
            References references,
            AttemptJudge judge,
            MeasurementPlan plan,
            JobIds ids,
            Clock clock,
            TimeBreakdown times,
            UsageMeter usage,
            ProductQuestions questions) {
        this.usage = usage;
        this.products = new NarrowProducts(references, questions);
        this.pages = new PageInputs(references, ids, times);
        this.ids = ids;
        this.references = references;
        this.judge = judge;
        this.plan = plan;
        this.clock = clock;
        this.times = times;
        this.sessions = new CaseSessions(references, plan, ids, times);
        this.beside = new SideSessions(sessions, references, judge, plan);
    }

    /** What determines the figures of a case's attempts beside where they are made. */
    public Conditions conditions(PreparedCase testCase) {
        return new Conditions(testCase.inputs(), Optional.of(plan.timing()));
    }

    /**
     * @param baseline what to interleave with, if a ratio is wanted
     */
    public Attempt attempt(PreparedCase testCase, Place place, Optional<Place> baseline) {
        Attempt attempt = make(testCase, place, baseline);
        place.source().report(place.backend(), attempt);
        return attempt;
    }

    private Attempt make(PreparedCase prepared, Place place, Optional<Place> baseline) {
        Instant startedAt = clock.instant();
        long start = System.nanoTime();
        Target target = place.target();
        Optional<Failure> absent = place.source().unavailable(place.backend());
        if (absent.isPresent()) {
            return Attempt.notStarted(target, Outcome.UNAVAILABLE, absent.get(), startedAt, since(start));
        }
        Optional<CaseRefusal> refused = prepared.feeding().sizing().refused();
        if (refused.isPresent()) {
            CaseRefusal why = refused.get();
            return Attempt.notStarted(target, why.outcome(), why.failure(), startedAt, since(start));
        }
        PageInputs.Fed fed = pages.of(prepared, place);
        if (fed instanceof PageInputs.Fed.Not not) {
            return Attempt.notStarted(target, not.outcome(), not.failure(), startedAt, since(start));
        }
        PreparedCase testCase = ((PageInputs.Fed.With) fed).testCase();
        References.Found found = references.of(testCase);
        if (!(found instanceof References.Found.Known known)) {
            Optional<Failure> astray = testCase.feeding().by().wrong();
            if (astray.isPresent()) {
                return Attempt.notStarted(target, Outcome.WRONG, astray.get(), startedAt, since(start));
            }
            References.Found.Missing missing = (References.Found.Missing) found;
            return Attempt.notStarted(target, missing.outcome(), missing.failure(), startedAt, since(start));
        }
        times.time("measuring", () -> {
            usage.rest();
            return true;
        });
        AttemptJudge.Draft draft = judge.draft(testCase, target, startedAt, start);
        OutputChecker checker = new OutputChecker(known.reference());
        checker.fed(testCase.feeds(), (int) testCase.answers().sets().stream()
                .limit(1)
                .filter(set -> !set.expected().isEmpty())
                .count());
        MemoryWatch memory = new MemoryWatch();
        Reply<SessionUnderTest> opened = sessions.open(testCase, place, checker, memory::begin);
        if (opened instanceof Reply.Failed<SessionUnderTest> failed) {
            return judge.failed(draft, failed.fault(), Optional.empty());
        }
        SessionUnderTest session = opened.result().orElseThrow();
        SideSessionResult<Comparison> comparison = times.time("measuring", () -> {
            try (UsageWatch watch = usage.watch(memory::processes)) {
                session.watchedBy(watch);
                return measure(testCase, session, sessions.planFor(place), target, baseline);
            }
        });
        memory.measured();
        EndToEndMeasurement.Finding endToEnd = times.time(
                "measuring from end to end",
                () -> EndToEndMeasurement.of(
                        testCase, place, session, sessions.planFor(place).timing(), ids));
        AdditionalDataSets further =
                new AdditionalDataSets(testCase.feeds(), testCase.answers().sets(), plan.timeout());
        if (session.fault().isEmpty()) {
            further.judgeAlike(session.session(), checker);
        }
        Optional<CpuCrossCheck> twin = session.fault().isPresent() || !plan.heldAgainstCpu()
                ? Optional.empty()
                : times.time("comparing with the browser's CPU", () -> beside.cpuCrossCheck(testCase, place, session));
        Reply<SessionEnd> closed = sessions.close(session);
        if (closed instanceof Reply.Failed<SessionEnd> failed) {
            return judge.failed(draft, failed.fault(), Optional.of(session));
        }
        Optional<Fault> elsewhere = further.judgeOthers(checker, feeds -> sessions.run(testCase, place, feeds));
        if (elsewhere.isPresent()) {
            return judge.failed(draft, elsewhere.get(), Optional.of(session));
        }
        SessionEnd closing = closed.result().orElseThrow();
        session.told(products.of(testCase, place, session, probe -> probed(probe, place)));
        return judge.finished(draft, place, session, closing, comparison, memory.end(closing.memory()), twin, endToEnd);
    }

    /** What a probe gives where the backend that is asked computes it, and nobody else. */
    private ProductQuestions.Answer probed(PreparedCase probe, Place place) {
        Reply<SessionResult> came = sessions.run(probe, place);
        if (came instanceof Reply.Failed<SessionResult> failed) {
            return ProductQuestions.Answer.none(
                    FaultClassifier.classify(failed.fault()).failure().message());
        }
        SessionResult result = came.result().orElseThrow();
        Optional<Failure> elsewhere = PlacementVerdict.of(judge.evidence(place, probe, result.closing()));
        return elsewhere
                .map(why -> ProductQuestions.Answer.none(why.message()))
                .orElseGet(() ->
                        ProductQuestions.Answer.of(result.outputs().steps().get(0)));
    }

    private SideSessionResult<Comparison> measure(
            PreparedCase testCase,
            SessionUnderTest session,
            MeasurementPlan here,
            Target target,
            Optional<Place> baseline) {
        session.warmUp();
        SideSessionResult<Comparison> comparison = baseline.filter(
                        place -> session.fault().isEmpty())
                .map(place -> beside.compared(testCase, place, session, here, target))
                .orElseGet(SideSessionResult.NotWanted::new);
        if (comparison.result().isEmpty()
                && session.measured().size() < here.timing().minIterations()) {
            Interleaving.alone(session, here);
        }
        return comparison;
    }

    /** What a fallback costs: both backends opened anew and measured in turn. Empty when either does not run right now. */
    public Optional<Comparison> cost(PreparedCase testCase, Place from, Place to) {
        return pages.of(testCase, to) instanceof PageInputs.Fed.With fed
                ? beside.cost(fed.testCase(), from, to)
                : Optional.empty();
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
