package dev.bascule.prediction.fit;

import java.util.Optional;

/**
 * Whether a layer answers on a machine. Immutable.
 *
 * @param machine fingerprint
 * @param figure that it is decided for: the same method may pay for the one and not for the other
 * @param layer of which kind it is
 * @param level that it belongs to
 * @param method with it
 * @param without the method that answers in its place where it is left out; of a minimum that misses no less than a baseline, that baseline
 * @param evidence what both missed of architectures that no fit saw; empty where too few were measured to tell
 * @param used whether it answers
 */
public record LayerDecision(
        String machine,
        Figure figure,
        Layer layer,
        Level level,
        String method,
        String without,
        Optional<LayerEvidence> evidence,
        boolean used) {

    /** What is predicted. */
    public enum Figure {
        /** What sessions usually take. */
        MEDIAN("median"),
        /** What a quiet machine would take. */
        MINIMUM("minimum");

        private final String word;

        Figure(String word) {
            this.word = word;
        }

        /** In files, documents and for people. */
        public String word() {
            return word;
        }
    }

    /** What a layer adds. */
    public enum Layer {
        /** What its level knows more than the level below. */
        LEVEL("what it rests on"),
        /** Medians by way of minima. */
        BY_MINIMUM("medians by way of minima"),
        /** The minimum as a figure of its own, beside the median. */
        MINIMUM("the minimum as a figure");

        private final String words;

        Layer(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    /** By its evidence, where there is any. */
    static LayerDecision of(
            String machine,
            Figure figure,
            Layer layer,
            Method method,
            Method without,
            Optional<LayerEvidence> evidence,
            boolean otherwise) {
        return new LayerDecision(
                machine,
                figure,
                layer,
                method.level(),
                method.id(),
                without.id(),
                evidence,
                evidence.map(LayerEvidence::pays).orElse(otherwise));
    }

    /** Why, in one line without the machine. */
    public String why() {
        return evidence.map(known -> layer == Layer.MINIMUM ? beside(known) : instead(known))
                .orElse("%s: too few architectures were measured to tell whether it pays"
                        .formatted(used ? "used" : "left out"));
    }

    private String instead(LayerEvidence known) {
        return "%s: %.1f %% on %s, and %.1f %% by %s (%s)"
                .formatted(
                        used ? "used" : "left out",
                        100 * known.with(),
                        where(),
                        100 * known.without(),
                        without,
                        known.size());
    }

    private String beside(LayerEvidence known) {
        boolean plain = Baselines.OF_FIGURES.stream().map(Method::id).anyMatch(without::equals);
        return "%s: minima are missed by %.1f %% on %s, and %s (%s)"
                .formatted(
                        used ? "used" : "left out",
                        100 * known.with(),
                        where(),
                        plain
                                ? "by %.1f %% by %s".formatted(100 * known.without(), without)
                                : "medians by %.1f %%".formatted(100 * known.without()),
                        known.size());
    }

    private String where() {
        return level == Level.L2
                ? "new architectures with one other target of the backend measured"
                : "new architectures";
    }
}
