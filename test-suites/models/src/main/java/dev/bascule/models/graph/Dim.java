package dev.bascule.models.graph;

/** One dimension of an input or output as the model declares it. */
public sealed interface Dim {

    /** A size that never changes. */
    record Fixed(long size) implements Dim {
        @Override
        public String toString() {
            return Long.toString(size);
        }
    }

    /** A dynamic dimension with a name; the same name is the same size everywhere in the model. */
    record Named(String name) implements Dim {
        /** Whether a text names a size. An exporter that knew none wrote nothing, or a question mark for each. */
        public static boolean isName(String text) {
            return !text.isBlank() && !text.equals("?");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** A dynamic dimension without a name. */
    record Unknown() implements Dim {
        @Override
        public String toString() {
            return "?";
        }
    }
}
