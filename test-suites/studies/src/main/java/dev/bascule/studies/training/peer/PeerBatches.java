package dev.bascule.studies.training.peer;

import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;

/** The batches of a run, one for each step; they may be made when they are asked for. */
public interface PeerBatches {
    int count();

    /** By the names of the forward graph's inputs that are no parameters. */
    Map<String, Tensor> batch(int index);

    /** Those of a list. */
    static PeerBatches of(List<Map<String, Tensor>> all) {
        List<Map<String, Tensor>> copy = List.copyOf(all);
        return new PeerBatches() {
            @Override
            public int count() {
                return copy.size();
            }

            @Override
            public Map<String, Tensor> batch(int index) {
                return copy.get(index);
            }
        };
    }
}
