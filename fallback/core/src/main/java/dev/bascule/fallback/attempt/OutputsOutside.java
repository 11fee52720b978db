package dev.bascule.fallback.attempt;

import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.ValueJudge;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Outputs that lie outside of what is usual, kept to be held against what narrower arithmetic makes of them once it is known which. Belongs
 * to one thread.
 */
final class OutputsOutside {
    /** A runner whose every answer is another one is not explained by rounding. */
    private static final long MOST_BYTES = 64L << 20;

    private final List<Outputs.Output> kept = new ArrayList<>();
    private long bytes;
    private boolean whole = true;

    void add(Outputs.Output output) {
        bytes += output.tensor().data().remaining();
        if (bytes > MOST_BYTES) {
            unknown();
        }
        if (whole) {
            kept.add(output);
        }
    }

    /** Something is wrong that no noise explains. */
    void unknown() {
        whole = false;
        kept.clear();
    }

    /** What they come to by this noise; empty where it does not explain all of them. */
    Optional<ValueJudge.Judged> judged(Reference reference, List<Map<String, RoundingNoise>> noise) {
        if (!whole || kept.isEmpty()) {
            return Optional.empty();
        }
        ValueJudge judge = new ValueJudge(reference.rule());
        for (Outputs.Output output : kept) {
            Tensor expected = reference.steps().get(output.step()).get(output.name());
            Optional<RoundingNoise> own = output.step() < noise.size()
                    ? Optional.ofNullable(noise.get(output.step()).get(output.name()))
                    : Optional.empty();
            if (expected == null || own.isEmpty()) {
                return Optional.empty();
            }
            judge.judge(output.name(), output.tensor(), expected, own);
        }
        return Optional.of(judge.result()).filter(ValueJudge.Judged::ok);
    }
}
