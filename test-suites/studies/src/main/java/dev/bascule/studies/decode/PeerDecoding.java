package dev.bascule.studies.decode;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.decode.PeerEngine.PeerAnswer;
import java.util.List;
import java.util.Optional;

/**
 * A peer beside the targets. It has no verdict: it is not ours to judge, and may compute in another way. Immutable.
 *
 * @param times by depth, as a target's; empty where it did not get through
 * @param judgement how its logits lie to the reference's, along the reference's text; empty where not all came
 * @param firstOther where its own text has another token than the reference's, or another end, counted from 0
 */
public record PeerDecoding(
        String name,
        PeerAnswer answer,
        Optional<DepthTimes> times,
        Optional<Judgement> judgement,
        Optional<Integer> firstOther) {

    /** @param written by the reference after the longest prompt */
    public static PeerDecoding of(
            String name, PeerAnswer answer, int steps, Optional<Judgement> judgement, List<Long> written) {
        double[] millis =
                answer.millis().stream().mapToDouble(Double::doubleValue).toArray();
        return new PeerDecoding(
                name,
                answer,
                millis.length == 0 ? Optional.empty() : Optional.of(new DepthTimes(steps, Samples.ofMillis(millis))),
                judgement,
                firstOther(answer.own(), written));
    }

    private static Optional<Integer> firstOther(List<Long> own, List<Long> written) {
        int shorter = Math.min(own.size(), written.size());
        for (int i = 0; i < shorter; i++) {
            if (!own.get(i).equals(written.get(i))) {
                return Optional.of(i);
            }
        }
        return own.size() == written.size() ? Optional.empty() : Optional.of(shorter);
    }

    /** Whether it wrote what the reference wrote, to the last token. */
    public boolean wroteTheSame() {
        return !answer.own().isEmpty() && firstOther.isEmpty();
    }
}
