package dev.bascule.studies.reduce.trial;

/**
 * The rule by which the outputs of a repro model are judged.
 *
 * @param tolerances how far they may be off
 * @param source who says what is right
 */
public record OutputCriterion(ValueTolerance tolerances, Source source) {

    /** Who says what is right. */
    public enum Source {
        CASE("case", "the outputs that the case itself brings"),
        EXACT("exact", "the exact reference, which computes the graph in double"),
        NATIVE_CPU("native-cpu", "native CPU");

        private final String id;
        private final String words;

        Source(String id, String words) {
            this.id = id;
            this.words = words;
        }

        /** The word in documents. */
        public String id() {
            return id;
        }

        /** For people. */
        public String words() {
            return words;
        }

        /** In a sentence on what it gives. */
        public String briefly() {
            return switch (this) {
                case CASE -> "the case";
                case EXACT -> "the exact reference";
                case NATIVE_CPU -> "the native CPU";
            };
        }
    }

    /** Whether the case itself says it. */
    public boolean published() {
        return source == Source.CASE;
    }
}
