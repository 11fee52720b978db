package dev.bascule.studies.decode;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.session.Ended;
import java.util.Map;
import java.util.Optional;

/**
 * What an encoder made at one place, once for all tokens. Immutable.
 *
 * @param phases of its session
 * @param warm the same again
 * @param furthest value from the reference's, in standard deviations of its output; empty where there is none
 * @param wrong why it is; empty where it is right, or did not get that far
 * @param placement where it ran; empty where it did not
 * @param fault what ended it
 * @param outputs what it gave, by name
 */
public record Encoding(
        Phases phases,
        Samples warm,
        Optional<Double> furthest,
        Optional<String> wrong,
        Optional<SessionPlacement> placement,
        Optional<Ended> fault,
        Map<String, Tensor> outputs) {
    public Encoding {
        outputs = Map.copyOf(outputs);
    }

    public Verdict verdict() {
        if (fault.isPresent()) {
            return fault.get().verdict();
        }
        if (wrong.isPresent()) {
            return Verdict.WRONG;
        }
        return placement.map(SessionPlacement::verdict).orElse(Verdict.FAILED);
    }
}
