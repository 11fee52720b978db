package dev.bascule.reports.comparison;

import dev.bascule.reports.matrix.CaseResult;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a cell is of and where: cells of the same place in different runs are replicates of each other.
 *
 * @param model the model's name
 * @param sha256 of the model
 * @param caseName the case's own name
 * @param inputs settings that say what is computed, such as the batch
 * @param engineSettings settings that say how, such as the level of graph optimization
 * @param dimensions where
 * @param fed hash of what it was fed; blank where nobody kept that
 */
record ComparedPlace(
        String model,
        String sha256,
        String caseName,
        SortedMap<String, String> inputs,
        SortedMap<String, String> engineSettings,
        Map<Dimension, String> dimensions,
        String fed) {
    private static final String DIMENSION = "dim.";

    /** Settings of an engine: with others it computes the same in another way. */
    private static final Set<String> OF_THE_ENGINE =
            Set.of("graphOptimization", "threads", "precision", "arena", "deviceMemoryLimit", "executionMode");

    static ComparedPlace of(CaseResult cell) {
        SortedMap<String, String> inputs = new TreeMap<>(cell.run().caseId().settings());
        inputs.remove("device");
        SortedMap<String, String> engine = new TreeMap<>(inputs);
        engine.keySet().retainAll(OF_THE_ENGINE);
        inputs.keySet().removeAll(OF_THE_ENGINE);
        Map<Dimension, String> dimensions = new EnumMap<>(Dimension.class);
        for (Dimension dimension : Dimension.values()) {
            dimensions.put(dimension, dimension.of(cell));
        }
        return new ComparedPlace(
                cell.run().model().name(),
                cell.run().model().sha256(),
                cell.run().caseId().name(),
                inputs,
                engine,
                Collections.unmodifiableMap(dimensions),
                cell.run().conditions().map(known -> known.inputs().sha256()).orElse(""));
    }

    /** The place with everything left out that a comparison is about, and the engine's settings. */
    ComparedPlace without(Set<Dimension> free) {
        Map<Dimension, String> rest = new EnumMap<>(Dimension.class);
        rest.putAll(dimensions);
        rest.keySet().removeAll(free);
        return new ComparedPlace(model, sha256, caseName, inputs, new TreeMap<>(), rest, fed);
    }

    /** The place whatever it was fed: without the sizes of dynamic dimensions as well. */
    ComparedPlace ofAnyInputs() {
        SortedMap<String, String> rest = new TreeMap<>(inputs);
        rest.keySet().removeIf(name -> name.startsWith(DIMENSION));
        return new ComparedPlace(model, sha256, caseName, rest, engineSettings, dimensions, "");
    }

    String where(Dimension dimension) {
        return dimensions.getOrDefault(dimension, "");
    }

    /** {@code webnn in Chrome Headless Shell}, {@code cpu}. */
    String target() {
        return target(List.of());
    }

    /** The same, with what is to be known of a software adapter that any of these cells ran on: {@code webgpu (software) in …}. */
    String target(List<CaseResult> cells) {
        boolean software = cells.stream().anyMatch(cell -> cell.software().orElse(false));
        String browser = where(Dimension.BROWSER);
        return where(Dimension.BACKEND)
                + (software ? " (software)" : "")
                + (browser.equals("native") ? "" : " in " + browser);
    }

    /** The case as people know it: the model, with what sets it apart from the usual case. */
    String label() {
        SortedMap<String, String> telling = new TreeMap<>(inputs);
        telling.remove("batch", "1");
        String settings = telling.toString().replaceAll("[{}]", "").replaceAll("\\bdim\\.", "");
        return (model + (caseName.equals(model) ? "" : " " + caseName) + " " + settings).strip();
    }
}
