package dev.bascule.execution.reference;

import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.ExactResult;
import dev.bascule.exact.rounding.Lowering;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References.Found;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.suites.setting.ReferenceKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reference that no engine made: the case's graph computed in double. Stateless. */
final class ExactReference {
    /** Noisy passes of a model whose exact pass is quick, and of one whose is not. */
    private static final int MANY = 8;

    private static final int FEW = 4;
    /** The exact pass may take this long. */
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** An exact pass that takes longer has few noisy ones, or none. */
    private static final Duration QUICK = Duration.ofSeconds(2);

    private static final Duration SLOW = Duration.ofSeconds(8);
    /** What the noise follows from: the same model and inputs have the same tolerance each time. */
    private static final long SEED = 20_261_125;

    private static final Logger LOG = LoggerFactory.getLogger(ExactReference.class);

    private ExactReference() {}

    /** Either the reference, or why there is none. */
    private sealed interface Answer {
        /** @param whole whether time sufficed for all of it, so that it may be kept */
        record Known(Reference reference, boolean whole) implements Answer {}

        /** @param why in words, the beginning of a sentence */
        record Unknown(String why) implements Answer {}
    }

    /**
     * The exact reference in the place of native CPU's outputs, where there is one. What the native CPU showed of the model holds:
     * which outputs nobody can judge, and that the model or its inputs are refused.
     */
    static Found instead(PreparedCase testCase, Found own, ExactCache cache) {
        if (!isWanted(testCase) || own instanceof Found.Missing missing && missing.outcome() == Outcome.NOT_JUDGED) {
            return own;
        }
        Answer answer = kept(testCase, cache);
        Optional<Reference> cpu = own instanceof Found.Known known ? Optional.of(known.reference()) : Optional.empty();
        if (answer instanceof Answer.Known known) {
            return new Found.Known(
                    cpu.map(other -> beside(known.reference(), other)).orElse(known.reference()));
        }
        String why = "native CPU, for " + ((Answer.Unknown) answer).why();
        return cpu.<Found>map(other -> new Found.Known(new Reference(
                        other.kind(), other.steps(), other.notJudged(), new NotedRule(other.rule(), why))))
                .orElse(own);
    }

    /** Without noise the rule is native CPU's, which knows how far that moves. */
    private static Reference beside(Reference exact, Reference cpu) {
        boolean noisy = exact.noise().stream().noneMatch(Map::isEmpty);
        return new Reference(
                exact.kind(),
                exact.steps(),
                cpu.notJudged(),
                noisy ? cpu.rule() : new NotedRule(cpu.rule(), "no noisy passes, for the exact one is slow"),
                exact.noise(),
                exact.narrow());
    }

    /** Whether it is asked for, and the model can have one at all. */
    private static boolean isWanted(PreparedCase testCase) {
        return testCase.answers().reference() == ReferenceKind.EXACT
                && testCase.artifact().format() == ModelFormat.ONNX
                && !RandomOperators.in(testCase.model());
    }

    /** As it was computed before, else now, and kept for the next time. */
    private static Answer kept(PreparedCase testCase, ExactCache cache) {
        Optional<String> key = ExactCache.key(testCase, SEED);
        Optional<ExactCache.Kept> before = key.flatMap(cache::find);
        if (before.isPresent()) {
            return new Answer.Known(
                    reference(
                            testCase,
                            before.get().steps(),
                            before.get().noise(),
                            before.get().narrow()),
                    true);
        }
        Answer answer = of(testCase);
        // Without noisy passes it took long, perhaps for a busy machine: the next one may have them.
        if (answer instanceof Answer.Known known
                && known.whole()
                && known.reference().noise().stream().noneMatch(Map::isEmpty)) {
            key.ifPresent(name -> cache.keep(
                    name,
                    new ExactCache.Kept(
                            known.reference().steps(),
                            known.reference().noise(),
                            known.reference().narrow())));
        }
        return answer;
    }

    private static Reference reference(
            PreparedCase testCase,
            List<Map<String, Tensor>> steps,
            List<Map<String, RoundingNoise>> noise,
            List<Map<String, RoundingNoise>> narrow) {
        return new Reference(
                Numerics.Reference.EXACT, steps, UnjudgedOutput.in(steps), testCase.rounding(), noise, narrow);
    }

    private static Answer of(PreparedCase testCase) {
        try {
            OnnxModelFile file = OnnxModelFile.open(testCase.artifact().file());
            ExactModel model = new ExactModel(file.proto());
            Duration before = worked();
            ExactResult exact = run(model, testCase, ExactModel.Plan.EXACT_ONLY);
            if (exact instanceof ExactResult.Known first) {
                // What others do on the machine shall not decide how a cell is judged: work counts where it is shorter
                // than time.
                Duration worked = worked().minus(before);
                Duration took = !worked.isZero() && !worked.isNegative() && worked.compareTo(first.took()) < 0
                        ? worked
                        : first.took();
                int noisy = noisy(took);
                ExactResult moved = noisy > 0 ? run(model, testCase, new ExactModel.Plan(noisy, SEED)) : exact;
                Optional<List<Map<String, RoundingNoise>>> narrow =
                        noisy > 0 && model.hasNarrowFloats() ? narrow(model, testCase, noisy) : Optional.of(List.of());
                return known(testCase, moved instanceof ExactResult.Known known ? known : first, narrow);
            }
            return new Answer.Unknown(((ExactResult.Unknown) exact).why());
        } catch (BasculeException e) {
            return new Answer.Unknown("the exact reference cannot read the model: " + e.getMessage());
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            // Whatever a model from outside makes of it: the native CPU has the word then, and the run goes on.
            LOG.debug("the exact reference of {}", testCase.id(), e);
            return new Answer.Unknown("the exact reference failed on it (%s)".formatted(e));
        }
    }

    /**
     * What rounding makes of outputs where 16-bit floats are added up in 16 bits; none where it decides too much, empty where time was
     * up.
     */
    private static Optional<List<Map<String, RoundingNoise>>> narrow(
            ExactModel model, PreparedCase testCase, int noisy) {
        return noise(model, testCase, new ExactModel.Plan(noisy, SEED, true));
    }

    /** The kinds of products of 32-bit floats in it, where engines may take less for them; none of a model that has 16-bit floats anyway. */
    static Set<ProductKind> products(PreparedCase testCase) {
        try {
            ExactModel model = new ExactModel(
                    OnnxModelFile.open(testCase.artifact().file()).proto());
            return model.hasNarrowFloats() ? Set.of() : model.products();
        } catch (BasculeException e) {
            LOG.debug("the products of {}", testCase.id(), e);
            return Set.of();
        }
    }

    /**
     * What rounding makes of outputs where 32-bit floats are computed in less; none where it decides too much, or time was up.
     */
    static List<Map<String, RoundingNoise>> lowered(PreparedCase testCase, Lowering lowering, ExactCache cache) {
        Optional<String> key = ExactCache.key(testCase, SEED).map(usual -> ExactCache.key(usual, lowering.words()));
        Optional<ExactCache.Kept> before = key.flatMap(cache::find);
        if (before.isPresent()) {
            return before.get().noise();
        }
        try {
            ExactModel model = new ExactModel(
                    OnnxModelFile.open(testCase.artifact().file()).proto());
            int noisy = run(model, testCase, ExactModel.Plan.EXACT_ONLY) instanceof ExactResult.Known exact
                    ? noisy(exact.took())
                    : 0;
            List<Map<String, RoundingNoise>> noise = noisy == 0
                    ? List.of()
                    : noise(model, testCase, new ExactModel.Plan(noisy, SEED, lowering))
                            .orElse(List.of());
            if (!noise.isEmpty()) {
                List<Map<String, Tensor>> none =
                        noise.stream().map(step -> Map.<String, Tensor>of()).toList();
                key.ifPresent(name -> cache.keep(name, new ExactCache.Kept(none, noise, List.of())));
            }
            return noise;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            LOG.debug("what {} makes of {}", lowering.words(), testCase.id(), e);
            return List.of();
        }
    }

    private static int noisy(Duration took) {
        return took.compareTo(QUICK) < 0 ? MANY : took.compareTo(SLOW) < 0 ? FEW : 0;
    }

    private static Optional<List<Map<String, RoundingNoise>>> noise(
            ExactModel model, PreparedCase testCase, ExactModel.Plan plan) {
        if (!(run(model, testCase, plan) instanceof ExactResult.Known known)) {
            return Optional.empty();
        }
        List<Map<String, RoundingNoise>> steps = new ArrayList<>();
        for (Map<String, ExactOutput> step : known.steps()) {
            Map<String, RoundingNoise> around = new HashMap<>();
            step.forEach((name, output) -> output.noise().ifPresent(noise -> around.put(name, noise)));
            steps.add(around);
        }
        boolean decides = steps.stream()
                .flatMap(step -> step.values().stream())
                .anyMatch(noise -> 2 * noise.undetermined() > noise.elements());
        return Optional.of(decides ? List.of() : steps);
    }

    /** Processor time of this process; zero where the system does not tell. */
    private static Duration worked() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static ExactResult run(ExactModel model, PreparedCase testCase, ExactModel.Plan plan) {
        long end = System.nanoTime() + LIMIT.toNanos() * (1 + plan.noisy());
        return model.run(
                testCase.feeds(),
                testCase.outputs(),
                plan,
                () -> System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted());
    }

    private static Answer known(
            PreparedCase testCase, ExactResult.Known known, Optional<List<Map<String, RoundingNoise>>> narrow) {
        List<Map<String, Tensor>> steps = new ArrayList<>();
        List<Map<String, RoundingNoise>> noise = new ArrayList<>();
        for (Map<String, ExactOutput> step : known.steps()) {
            Map<String, Tensor> tensors = new TreeMap<>();
            Map<String, RoundingNoise> around = new HashMap<>();
            for (Map.Entry<String, ExactOutput> output : step.entrySet()) {
                if (!(output.getValue().value() instanceof Value.One one)) {
                    return new Answer.Unknown(
                            "the exact reference compares tensors, and '%s' is none".formatted(output.getKey()));
                }
                tensors.put(output.getKey(), one.tensor());
                Optional<RoundingNoise> found = output.getValue().noise();
                if (found.isPresent()
                        && 2 * found.get().undetermined() > found.get().elements()) {
                    return new Answer.Unknown("rounding decides %d of %d values of '%s'"
                            .formatted(found.get().undetermined(), found.get().elements(), output.getKey()));
                }
                found.ifPresent(noisy -> around.put(output.getKey(), noisy));
            }
            steps.add(tensors);
            noise.add(around);
        }
        return new Answer.Known(reference(testCase, steps, noise, narrow.orElse(List.of())), narrow.isPresent());
    }
}
