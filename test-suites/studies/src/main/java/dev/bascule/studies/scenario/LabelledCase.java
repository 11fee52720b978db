package dev.bascule.studies.scenario;

import dev.bascule.fallback.job.PipelineRequest;
import java.util.List;

/**
 * Something to ask a model, and what is right. Immutable.
 *
 * @param parts what its pipeline is run on, one after the other
 * @param label what is right
 */
public record LabelledCase(List<PipelineRequest> parts, String label) {
    public LabelledCase {
        parts = List.copyOf(parts);
    }
}
