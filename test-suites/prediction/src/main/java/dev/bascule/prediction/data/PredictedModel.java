package dev.bascule.prediction.data;

import dev.bascule.prediction.work.WorkSummary;

/**
 * A model that is fed inputs of certain shapes: what is measured and predicted. Immutable.
 *
 * @param name for people
 * @param sha256 of the model
 * @param inputs names, types and shapes, as the history has them
 * @param architecture models of one architecture are left out together when a fit is held against models that it never saw
 * @param work what it asks of a machine
 */
public record PredictedModel(String name, String sha256, String inputs, String architecture, WorkSummary work) {

    /** What tells it from others. */
    public Key key() {
        return new Key(sha256, inputs);
    }

    /** A model's bytes and the shapes of what it is fed. */
    public record Key(String sha256, String inputs) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int by = sha256.compareTo(other.sha256);
            return by != 0 ? by : inputs.compareTo(other.inputs);
        }
    }
}
