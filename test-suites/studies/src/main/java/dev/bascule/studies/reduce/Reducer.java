package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.reduce.trial.FailureSignature;
import dev.bascule.studies.reduce.trial.OutputCriterion;
import dev.bascule.studies.reduce.trial.PublishedOutputs;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.ValueTolerance;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes a failing model down to the smallest one that fails in the same way. Interruptible: what was reached by then is the
 * result. Belongs to one thread.
 */
public final class Reducer {
    private static final int REPEATS = 3;

    private final Trial reference;
    private final Trial target;
    private final Limits limits;
    private final long seed;
    private final Clock clock;

    /**
     * How far it goes.
     *
     * @param total time for everything
     * @param steps trials on the target
     */
    public record Limits(Duration total, int steps) {}

    /** @param seed of the small integers that are tried as data */
    public Reducer(Trial reference, Trial target, Limits limits, long seed, Clock clock) {
        this.reference = reference;
        this.target = target;
        this.limits = limits;
        this.seed = seed;
        this.clock = clock;
    }

    /**
     * @param published what the case itself says is right, where it does
     * @param listener hears of each step
     */
    public Reduction reduce(ReproModel given, Optional<PublishedOutputs> published, Consumer<ReductionStep> listener) {
        ReproExaminer examiner = new ReproExaminer(
                new InterruptibleTrial(reference),
                new InterruptibleTrial(target),
                published.map(PublishedOutputs::parts).orElse(ValueTolerance.OF_ROUNDING));
        WholeModelCheck look = new WholeModelCheck(examiner, given, published);
        ReductionLog log = new ReductionLog(clock, limits.total(), limits.steps(), listener);
        ReproFinding first;
        try {
            first = log.step("see", "the whole model", given, look::look, ReproFinding.Failing.class::isInstance);
        } catch (RuntimeException e) {
            if (!InterruptibleTrial.isMeant(e)) {
                throw e;
            }
            return new Reduction.Interrupted();
        }
        return first.fold(
                healthy -> new Reduction.NotFailing(healthy.note()),
                Reduction.NoReference::new,
                symptom -> reduce(new State(given, symptom, published), look, examiner, log));
    }

    private Reduction reduce(State state, WholeModelCheck look, ReproExaminer examiner, ReductionLog log) {
        ReproModel given = state.best;
        ReproFinding.Failing symptom = state.symptom;
        untilCutShort(state, () -> {
            if (look.alone().isPresent()) {
                state.cutShort = look.alone().map(EarlyStop::because);
                state.faultyNode = FaultyNode.only(given, symptom, examiner);
            } else {
                work(examiner, log, state);
            }
        });
        Optional<EarlyStop> ended = state.cutShort.or(log::ended);
        if (ended.filter(EarlyStop::byUser).isEmpty()) {
            untilCutShort(state, () -> confirm(examiner, log, state));
        }
        return new Reduction.Reduced(
                given,
                symptom,
                state.faultyNode,
                state.best,
                state.finding,
                state.criterion(examiner),
                state.failures,
                state.repeats,
                log.steps(),
                state.cutShort.or(() -> ended));
    }

    /** A target that dies on the way, or an interrupted one, leaves what was reached. */
    private static void untilCutShort(State state, Runnable part) {
        try {
            part.run();
        } catch (RuntimeException e) {
            if (InterruptibleTrial.isMeant(e)) {
                state.cutShort = Optional.of(EarlyStop.INTERRUPTED);
            } else if (e instanceof BasculeException known) {
                String why = known.failure().message();
                state.cutShort = state.cutShort.or(() -> Optional.of(EarlyStop.because(why)));
            } else {
                throw e;
            }
        }
    }

    private static void confirm(ReproExaminer examiner, ReductionLog log, State state) {
        ReproModel last = state.best;
        FailureSignature signature = state.finding.signature();
        while (state.repeats < REPEATS) {
            ReproFinding again = log.step(
                    "confirm",
                    "what is left, once more",
                    last,
                    () -> examiner.examine(
                            last,
                            state.finding.expected(),
                            state.criterion(examiner).tolerances()),
                    found -> found instanceof ReproFinding.Failing failing && signature.sameAs(failing.signature()));
            state.repeats++;
            if (again instanceof ReproFinding.Failing failing && signature.sameAs(failing.signature())) {
                state.failures++;
            }
        }
    }

    private static final class State {
        private final ReproFinding.Failing symptom;
        private final Optional<PublishedOutputs> published;
        private ReproModel best;
        private ReproFinding.Failing finding;
        private Optional<FaultyNode> faultyNode = Optional.empty();
        private Optional<EarlyStop> cutShort = Optional.empty();
        private int failures;
        private int repeats;

        State(ReproModel whole, ReproFinding.Failing symptom, Optional<PublishedOutputs> published) {
            this.symptom = symptom;
            this.published = published;
            this.best = whole;
            this.finding = symptom;
        }

        /** The case itself says nothing of what was made of it. */
        OutputCriterion criterion(ReproExaminer examiner) {
            Optional<ValueTolerance> own =
                    published.filter(any -> finding == symptom).map(PublishedOutputs::whole);
            return new OutputCriterion(
                    own.orElse(examiner.tolerances()),
                    own.isPresent() ? OutputCriterion.Source.CASE : examiner.source());
        }
    }

    private void work(ReproExaminer examiner, ReductionLog log, State state) {
        inline(examiner, log, state);
        Bisection bisection = new Bisection(state.best, state.finding, examiner, log);
        Optional<FaultCandidate> fault = bisection.find();
        fault.ifPresent(found -> {
            state.faultyNode = Optional.of(FaultyNode.of(found, bisection.graph(), bisection.values()));
            state.best = found.repro();
            state.finding = found.finding();
        });
        Shrinker shrinker = new Shrinker(examiner, log, seed, state.best, state.finding);
        try {
            shrinker.shrink();
        } finally {
            state.best = shrinker.best();
            state.finding = shrinker.finding();
        }
    }

    /** Looks into the branches that are taken, if it still fails without the Ifs around them. */
    private static void inline(ReproExaminer examiner, ReductionLog log, State state) {
        Optional<ModelProto> flat;
        try {
            flat = BranchInliner.inlined(state.best, examiner);
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.REFERENCE_UNAVAILABLE) {
                throw e;
            }
            return;
        }
        if (flat.isEmpty()) {
            return;
        }
        ReproModel candidate = new ReproModel(flat.get(), state.best.inputs());
        FailureSignature signature = state.finding.signature();
        ReproFinding finding = log.step(
                "inline",
                "the branches that are taken instead of the Ifs",
                candidate,
                () -> examiner.examine(candidate),
                found -> found instanceof ReproFinding.Failing failing && signature.sameAs(failing.signature()));
        if (finding instanceof ReproFinding.Failing failing && signature.sameAs(failing.signature())) {
            state.best = candidate;
            state.finding = failing;
        }
    }
}
