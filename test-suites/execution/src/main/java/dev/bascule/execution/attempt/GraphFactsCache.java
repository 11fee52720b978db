package dev.bascule.execution.attempt;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.evidence.GraphFacts;
import dev.bascule.models.graph.GraphReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What the graphs of models are like, each read once. Thread-safe. */
final class GraphFactsCache {
    private final Map<Path, Optional<GraphFacts>> known = new ConcurrentHashMap<>();

    /** Of the file that runners are sent; empty where it is no ONNX model that can be read. */
    Optional<GraphFacts> of(PreparedCase testCase) {
        ModelInfo model = testCase.model();
        return model.operators().isEmpty()
                ? Optional.empty()
                : known.computeIfAbsent(testCase.artifact().file(), GraphReader::read);
    }
}
