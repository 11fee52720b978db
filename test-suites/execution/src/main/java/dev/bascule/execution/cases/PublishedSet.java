package dev.bascule.execution.cases;

import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;

/**
 * Inputs that somebody published together with what must come of them.
 *
 * @param name its folder's, such as {@code test_data_set_0}
 * @param feeds its inputs, and generated ones where it has none
 * @param expected by output name; an output that it leaves out has no entry
 */
public record PublishedSet(String name, Feeds feeds, Map<String, Tensor> expected) {
    public PublishedSet {
        expected = Map.copyOf(expected);
    }
}
