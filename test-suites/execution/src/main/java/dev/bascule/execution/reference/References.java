package dev.bascule.execution.reference;

import dev.bascule.exact.rounding.Lowering;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.attempt.UnjudgedOutput.Why;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.RoundingRule;
import dev.bascule.fallback.numerics.Spread;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What outputs are compared with: a case's expected outputs, published or computed, else native CPU with graph optimisation off (for
 * TorchScript PyTorch's own), run for each case in one session, and asked what it is worth. Belongs to one thread.
 */
public final class References {
    private final RunnerSource nativeSource;
    private final Duration timeout;
    private final JobIds ids;
    private final TimeBreakdown times;
    private final long entropy;
    private final ExactCache cache;
    private final Map<FedCase, Found> known = new HashMap<>();
    private final Map<FedCase, Challenges> challenges = new HashMap<>();
    private final Map<Lowered, List<Map<String, RoundingNoise>>> lowered = new HashMap<>();
    private final Map<CaseId, Map<String, Double>> reaches = new HashMap<>();

    /** One that keeps nothing beyond itself. */
    public References(RunnerSource nativeSource, Duration timeout, JobIds ids, TimeBreakdown times, long entropy) {
        this(nativeSource, timeout, ids, times, entropy, ExactCache.none());
    }

    /**
     * @param entropy what challenges follow from, drawn anew for each run: whoever knew it could prepare the answers
     * @param cache of exact results
     */
    public References(
            RunnerSource nativeSource,
            Duration timeout,
            JobIds ids,
            TimeBreakdown times,
            long entropy,
            ExactCache cache) {
        this.cache = cache;
        this.entropy = entropy;
        this.nativeSource = nativeSource;
        this.timeout = timeout;
        this.ids = ids;
        this.times = times;
    }

    /** Either the reference, or why there is none. */
    public sealed interface Found {
        record Known(Reference reference) implements Found {}

        /**
         * @param outcome what this makes of every attempt: {@link Outcome#NOT_JUDGED} where it is the case's own doing
         * @param refused whether native CPU opened the model and refused to run it with these inputs
         */
        record Missing(Failure failure, Outcome outcome, boolean refused) implements Found {
            public Missing(Failure failure, Outcome outcome) {
                this(failure, outcome, false);
            }

            public Missing(Failure failure) {
                this(failure, Outcome.FAILED);
            }
        }
    }

    public Found of(PreparedCase testCase) {
        Found found = known.get(FedCase.of(testCase));
        if (found == null) {
            found = find(testCase);
            known.put(FedCase.of(testCase), found);
        }
        return found;
    }

    /** The fresh inputs that the case's runners are challenged with; made with its reference, or why there are none. */
    public Challenges challenges(PreparedCase testCase) {
        of(testCase);
        Challenges known = challenges.get(FedCase.of(testCase));
        if (known == null) {
            known = times.time("references", () -> {
                Found found = run(testCase);
                return found instanceof Found.Missing missing
                        ? Challenges.none("native CPU, which says what is right for fresh inputs, does not run it: "
                                + missing.failure().message())
                        : challenges.getOrDefault(FedCase.of(testCase), Challenges.none("native CPU gave none"));
            });
            challenges.put(FedCase.of(testCase), known);
        }
        return known;
    }

    /**
     * The kinds of products of 32-bit floats that the case's model has; none where the exact reference says nothing of what rounding makes
     * of them.
     */
    public Set<ProductKind> products(PreparedCase testCase) {
        boolean exact = of(testCase) instanceof Found.Known found
                && found.reference().kind() == Numerics.Reference.EXACT
                && !found.reference().noise().stream().allMatch(Map::isEmpty);
        return exact ? ExactReference.products(testCase) : Set.of();
    }

    /** What rounding makes of the case's outputs where 32-bit floats are computed in less, by step and output; none where that is not known. */
    public List<Map<String, RoundingNoise>> lowered(PreparedCase testCase, Lowering lowering) {
        return times.time(
                "references",
                () -> lowered.computeIfAbsent(
                        new Lowered(FedCase.of(testCase), lowering),
                        key -> ExactReference.lowered(testCase, lowering, cache)));
    }

    /** A case and the bytes that it is fed: a page's may be others than the host's. */
    private record FedCase(CaseId id, Optional<String> bits) {
        static FedCase of(PreparedCase testCase) {
            return new FedCase(testCase.id(), testCase.feeding().by().bits());
        }
    }

    /**
     * How far native CPU's outputs move, by output, where the inputs that the case's pipeline makes move by the limit; empty where that
     * cannot be measured.
     *
     * @param testCase fed by the host
     */
    public Optional<Map<String, Double>> reach(PreparedCase testCase, CasePipeline pipeline, double limit) {
        return times.time("references", () -> {
            Optional<Map<String, Double>> found = Optional.ofNullable(reaches.get(testCase.id()))
                    .or(() -> new PipelineReach(nativeSource, timeout, ids).of(testCase, pipeline, limit));
            found.ifPresent(reach -> reaches.put(testCase.id(), reach));
            return found;
        });
    }

    private record Lowered(FedCase fed, Lowering lowering) {}

    private Found find(PreparedCase testCase) {
        if (testCase.artifact().format() == ModelFormat.ONNX && testCase.model().nodes() == 0) {
            return new Found.Missing(
                    Failure.of(ErrorCode.NOTHING_LEFT_TO_RUN, "nothing is left to run: the model has no node"),
                    Outcome.NOT_JUDGED);
        }
        Optional<Reference> given = testCase.answers().expected();
        if (given.isPresent() && isWhole(given.get(), testCase) && !isDoubtful(given.get(), testCase)) {
            return judgeable(testCase, given.get());
        }
        Found own = times.time("references", () -> {
            Found cpu = run(testCase);
            Found best = ExactReference.instead(testCase, cpu, cache);
            suitChallenges(testCase, cpu, best);
            return best;
        });
        if (given.isEmpty()) {
            return own instanceof Found.Known found ? judgeable(testCase, found.reference()) : own;
        }
        if (own instanceof Found.Known found) {
            return judgeable(testCase, CompletedReference.by(given.get(), found.reference()));
        }
        return given.get().steps().size() == testCase.feeds().steps()
                ? judgeable(testCase, CompletedReference.alone(given.get(), testCase))
                : own;
    }

    /**
     * Sees by the exact reference whether native CPU's answers to challenges may count as right, how far from them rounding may lead, and
     * whether sums in 16 bits are allowed.
     */
    private void suitChallenges(PreparedCase testCase, Found cpu, Found best) {
        if (cpu instanceof Found.Known own
                && best instanceof Found.Known exact
                && exact.reference().kind() == Numerics.Reference.EXACT) {
            challenges.computeIfPresent(
                    FedCase.of(testCase),
                    (id, made) ->
                            ChallengeMaker.weighed(made.suited(exact.reference()), own.reference(), exact.reference()));
        }
    }

    /** Whether it has every output of every step. */
    private static boolean isWhole(Reference given, PreparedCase testCase) {
        return given.steps().size() == testCase.feeds().steps()
                && given.steps().stream().allMatch(step -> step.keySet().containsAll(testCase.outputs()));
    }

    /** Whether its values alone do not say whether it can be judged: a model that draws lots, an output all of one value. */
    private static boolean isDoubtful(Reference given, PreparedCase testCase) {
        return RandomOperators.in(testCase.model())
                || !UnjudgedOutput.uniform(given.steps()).isEmpty();
    }

    private static Found judgeable(PreparedCase testCase, Reference reference) {
        List<UnjudgedOutput> not = reference.notJudged();
        // What a dictionary's outputs are called is only known when it was run.
        Set<String> names = new TreeSet<>(testCase.outputs());
        reference.steps().stream().limit(1).map(Map::keySet).forEach(names::addAll);
        boolean any = names.stream()
                .anyMatch(
                        name -> not.stream().noneMatch(output -> output.output().equals(name)));
        if (any) {
            return new Found.Known(reference);
        }
        boolean random = not.stream().anyMatch(output -> output.why() == Why.UNREPEATABLE);
        String why = not.isEmpty()
                ? "the model has no output"
                : String.join("; ", not.stream().map(UnjudgedOutput::toString).toList());
        String message = "no output can be judged: " + why;
        return new Found.Missing(
                random
                        ? Failure.of(
                                ErrorCode.OUTPUTS_NOT_JUDGEABLE,
                                message + RandomOperators.words(testCase.model()),
                                "export the model for inference: what draws lots comes out otherwise each time")
                        : Failure.of(ErrorCode.OUTPUTS_NOT_JUDGEABLE, message),
                Outcome.NOT_JUDGED);
    }

    private Found run(PreparedCase testCase) {
        ModelFormat format = testCase.artifact().format();
        Optional<RunnerSource> source = nativeSource.forFormat(format);
        if (source.isEmpty()) {
            return missing("nothing here opens %s models".formatted(format.id()));
        }
        Optional<Failure> absent = source.get().unavailable(Backends.NATIVE_CPU);
        if (absent.isPresent()) {
            return new Found.Missing(absent.get());
        }
        IsolatedRunner lane = source.get().lane(Backends.NATIVE_CPU);
        if (lane.start().isPresent()) {
            return missing("the native CPU runner did not start");
        }
        Job job = new Job(
                ids.next(),
                Backends.NATIVE_CPU,
                testCase.artifact(),
                testCase.feeds(),
                testCase.outputs(),
                testCase.settings().asReference());
        Reply<CheckedSession> opened = lane.open(job, timeout);
        if (opened instanceof Reply.Failed<CheckedSession> failed) {
            return missing(failed.fault());
        }
        CheckedSession session = opened.result().orElseThrow();
        Reference first = new Reference(kind(format), session.firstOutputs().steps());
        ReferenceFacts facts = new ReferenceFacts(testCase, timeout);
        if (isWhole(first, testCase)) {
            facts.ask(session, first);
        }
        Reference own = new Reference(
                first.kind(),
                first.steps(),
                facts.notJudged(),
                testCase.rounding().with(spread(source.get(), testCase, first.steps())));
        boolean open = session.fault().isEmpty();
        if (open && isWhole(first, testCase) && !challenged(testCase, session, own)) {
            // What it made of the case's own inputs stands; the session is gone.
            return new Found.Known(own);
        }
        if (open && session.finish() instanceof Reply.Failed<SessionEnd> failed) {
            return missing(failed.fault());
        }
        if (facts.fault().isPresent()) {
            return missing(facts.fault().get());
        }
        return isWhole(first, testCase)
                ? new Found.Known(own)
                : missing("native CPU, the reference, did not give every output of every step");
    }

    /** Makes the case's challenges; whether the session is still open. */
    private boolean challenged(PreparedCase testCase, CheckedSession session, Reference own) {
        ChallengeMaker maker = new ChallengeMaker(testCase, session, own, timeout, entropy);
        challenges.put(FedCase.of(testCase), maker.make(testCase.answers().expected()));
        return session.fault().isEmpty();
    }

    /** Measured when an output lies outside of what rounding comes to, and once. */
    private RoundingRule.SpreadSource spread(
            RunnerSource source, PreparedCase testCase, List<Map<String, Tensor>> steps) {
        SpreadMeter meter = new SpreadMeter(source, timeout, ids);
        return new Once(() -> times.time("references", () -> meter.of(testCase, steps)));
    }

    /** Asks the first time, and remembers. */
    private static final class Once implements RoundingRule.SpreadSource {
        private final RoundingRule.SpreadSource source;
        private Optional<Spread> measured = Optional.empty();

        Once(RoundingRule.SpreadSource source) {
            this.source = source;
        }

        @Override
        public Spread get() {
            Spread spread = measured.orElseGet(source::get);
            measured = Optional.of(spread);
            return spread;
        }
    }

    private static Numerics.Reference kind(ModelFormat format) {
        return switch (format) {
            case ONNX -> Numerics.Reference.NATIVE_CPU_UNOPTIMISED;
            case TORCHSCRIPT -> Numerics.Reference.PYTORCH_CPU_UNOPTIMISED;
        };
    }

    private static Found missing(Fault fault) {
        FaultClassifier.Classified classified = FaultClassifier.classify(fault);
        String why = "native CPU, the reference, does not run it: "
                + classified.failure().message();
        if (classified.outcome() == Outcome.OUT_OF_MEMORY) {
            return new Found.Missing(Failure.of(ErrorCode.OUT_OF_MEMORY, why));
        }
        // The engine's own refusal is the case's; a process that died or hung is this machine's.
        return fault instanceof Fault.Refused
                ? new Found.Missing(
                        Failure.of(
                                ErrorCode.REFERENCE_UNAVAILABLE,
                                why,
                                "check the inputs' shapes: --input, --dim, and --frame with --carry for a model that is fed frame by frame",
                                "give a model in the backend-test layout with expected outputs"),
                        Outcome.NOT_JUDGED,
                        isOfInputs(fault))
                : missing(why);
    }

    private static boolean isOfInputs(Fault fault) {
        return fault instanceof Fault.Refused refused
                && !List.of("fetch", "create").contains(refused.phase());
    }

    private static Found missing(String why) {
        return new Found.Missing(Failure.of(ErrorCode.REFERENCE_UNAVAILABLE, why));
    }
}
