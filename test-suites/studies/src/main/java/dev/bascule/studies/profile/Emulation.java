package dev.bascule.studies.profile;

import dev.bascule.fallback.evidence.RawEvidence;

/** Whether an engine computed in another number format than it was asked to, between casts of its own. Stateless. */
final class Emulation {
    static final String NOTE = "computed in another format between casts that the engine put in";

    /** ONNX Runtime's name for casts around a node whose format no kernel of the provider has. */
    private static final String INSERTED = "InsertedPrecisionFreeCast";

    private Emulation() {}

    /** No workload has a Cast of its own. */
    static boolean isIn(RawEvidence raw) {
        return raw.placements().stream()
                        .anyMatch(node ->
                                node.operator().equals("Cast") || node.node().contains(INSERTED))
                || raw.log().stream().anyMatch(line -> line.contains(INSERTED));
    }
}
