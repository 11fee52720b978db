package dev.bascule.studies.replicas;

import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.training.step.TrainingGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The graph that a replica computes by. Immutable.
 *
 * @param carry outputs by the inputs that they are of the next step; each is fed anew all the same
 * @param outputs loss and gradients: what each step brings
 */
public record ReplicaModel(ModelArtifact artifact, Map<String, String> carry, List<String> outputs) {
    public ReplicaModel {
        carry = Map.copyOf(carry);
        outputs = List.copyOf(outputs);
    }

    static ReplicaModel of(TrainingModels.OnDisk model) {
        return new ReplicaModel(model.artifact(), model.graph().carry(), outputs(model.graph()));
    }

    /** Loss and gradients. */
    private static List<String> outputs(TrainingGraph graph) {
        List<String> outputs = new ArrayList<>(List.of(TrainingGraph.LOSS));
        graph.parameters().forEach(each -> outputs.add(each.name() + TrainingGraph.GRADIENT));
        return outputs;
    }
}
