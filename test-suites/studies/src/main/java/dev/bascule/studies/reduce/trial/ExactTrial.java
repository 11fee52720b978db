package dev.bascule.studies.reduce.trial;

import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.ExactResult;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The values of models computed in double, so that a fault that native CPU shares is none of the reference's. Native CPU says whether a model
 * is one at all, and has the word where the exact reference does not know a value. Belongs to one thread.
 */
public final class ExactTrial implements Trial {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Trial nativeCpu;

    public ExactTrial(Trial nativeCpu) {
        this.nativeCpu = nativeCpu;
    }

    @Override
    public OutputCriterion.Source source() {
        return OutputCriterion.Source.EXACT;
    }

    @Override
    public TrialOutcome run(ReproModel repro) {
        TrialOutcome outcome = nativeCpu.run(repro);
        if (!(outcome instanceof TrialOutcome.Ran ran)) {
            return outcome;
        }
        Map<String, Value> inputs = new LinkedHashMap<>();
        repro.inputs().forEach((name, tensor) -> inputs.put(name, Value.of(tensor)));
        long end = System.nanoTime() + LIMIT.toNanos();
        ExactResult exact = new ExactModel(repro.model())
                .run(
                        inputs,
                        repro.outputs(),
                        ExactModel.Plan.EXACT_ONLY,
                        () -> System.nanoTime() - end > 0
                                || Thread.currentThread().isInterrupted());
        Map<String, Tensor> values = new LinkedHashMap<>(ran.outputs());
        if (exact instanceof ExactResult.Known known) {
            values.replaceAll((name, tensor) -> better(known.steps().get(0), name, tensor));
        }
        return new TrialOutcome.Ran(values);
    }

    /** Where the two are not of one type and shape, the model is ambiguous, and native CPU has the word. */
    private static Tensor better(Map<String, ExactOutput> exact, String name, Tensor own) {
        return Optional.ofNullable(exact.get(name))
                .filter(known -> known.value() instanceof Value.One)
                .map(known -> ((Value.One) known.value()).tensor())
                .filter(tensor ->
                        tensor.dtype() == own.dtype() && tensor.shape().equals(own.shape()))
                .orElse(own);
    }
}
