package dev.bascule.cli.train;

import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.training.PeerTraining;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Peers in the document of {@code train --json}. What is not known is null. Stateless. */
final class TrainPeerDocument {
    private TrainPeerDocument() {}

    static Map<String, Object> of(PeerTraining peer) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", peer.name());
        map.put("seed", peer.seed());
        map.put("engine", peer.engine());
        map.put(
                "threads",
                peer.threads().isPresent() ? Optional.of(peer.threads().getAsInt()) : Optional.empty());
        map.put("failure", peer.failure().map(Failure::message));
        map.put("remedies", peer.failure().map(Failure::remedies));
        map.put("losses", peer.losses().stream().map(TrainDocument::finite).toList());
        map.put("gradients", peer.gradients().map(TrainDocument::gradients));
        map.put("trajectory", peer.trajectory().map(TrainDocument::trajectory));
        map.put("reference", peer.reference().map(TrainDocument::agreement));
        map.put("evaluation", peer.evaluation().map(TrainDocument::evaluation));
        map.put("withheld", peer.withheld());
        map.put("times", peer.times().map(TrainPeerDocument::times));
        map.put("notes", peer.notes());
        return map;
    }

    private static Map<String, Object> times(PeerTraining.Times times) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("forward", TrainDocument.summary(times.forward()));
        map.put("backward", TrainDocument.summary(times.backward()));
        map.put("update", TrainDocument.summary(times.update()));
        return map;
    }
}
