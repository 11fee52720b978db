package dev.bascule.studies.replicas;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What one invocation asks for. Immutable.
 *
 * @param run which says where and how
 * @param network by name, or an .onnx file
 * @param data by name, or a folder
 * @param optimizer by name
 * @param learningRate its own usual one where empty
 * @param replicas in rank order; one place may be several
 * @param pooled ranks of those that workers of a pool take
 */
public record ReplicasRequest(
        RunRequest run,
        String network,
        String data,
        String optimizer,
        OptionalDouble learningRate,
        List<Chosen> replicas,
        Set<Integer> pooled,
        SessionSettings settings,
        ReplicaPlan plan) {
    public ReplicasRequest {
        replicas = List.copyOf(replicas);
        pooled = Set.copyOf(pooled);
        if (replicas.size() != plan.shards().replicas()) {
            throw new IllegalArgumentException("%d replicas and %d parts of a batch"
                    .formatted(replicas.size(), plan.shards().replicas()));
        }
    }
}
