package dev.bascule.studies.decode;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.decode.PeerEngine.PeerAnswer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A peer beside the targets. It has no verdict: it is not ours to judge, and may compute in another way. Immutable.
 *
 * <p>Its times are shown only of the same model: a wrong file is as fast as the right one.
 *
 * @param times by depth, as a target's; empty where they are withheld, or there are none
 * @param judgement how its logits lie to the reference's, along the reference's text; empty where not all came
 * @param withheld why its times are not shown; empty where they are
 * @param firstOther where its own text has another token than the reference's, or another end, counted from 0
 */
public record PeerDecoding(
        String name,
        PeerAnswer answer,
        Optional<DepthTimes> times,
        Optional<Judgement> judgement,
        Optional<String> withheld,
        Optional<Integer> firstOther) {
    /**
     * Nats by which a peer's distributions may lie from the reference's, in the mean of all positions: room for products of weights
     * and activations in 8 bits, none for another model.
     */
    public static final double MOST_DIVERGENCE = 0.05;

    /** @param written by the reference after the longest prompt */
    public static PeerDecoding of(
            String name, PeerAnswer answer, int steps, Optional<Judgement> judgement, List<Long> written) {
        double[] millis =
                answer.millis().stream().mapToDouble(Double::doubleValue).toArray();
        Optional<String> withheld = withheld(answer, judgement);
        return new PeerDecoding(
                name,
                answer,
                millis.length == 0 || withheld.isPresent()
                        ? Optional.empty()
                        : Optional.of(new DepthTimes(steps, Samples.ofMillis(millis))),
                judgement,
                withheld,
                firstOther(answer.own(), written));
    }

    private static Optional<String> withheld(PeerAnswer answer, Optional<Judgement> judgement) {
        if (answer.failure().isPresent()) {
            return Optional.of("it did not get through");
        }
        if (judgement.isEmpty()) {
            return Optional.of("its logits were not read at every position");
        }
        double mean = judgement.get().meanDivergence();
        if (!Double.isFinite(judgement.get().furthest()) || !Double.isFinite(mean)) {
            return Optional.of("its logits are not all finite numbers");
        }
        return mean <= MOST_DIVERGENCE
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "its KL mean of %.3g nats is above the %s that the same model may lie off",
                        mean,
                        MOST_DIVERGENCE));
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
