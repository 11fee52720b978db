package dev.bascule.prediction.memory;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The growth of processes as it was measured when the product was made, model by model. Immutable.
 *
 * @param schemaVersion {@value #VERSION}
 * @param how it was made
 * @param source the counter of the peaks
 * @param models that were measured
 * @param growth in bytes by kind of target, as {@link TargetKind} writes itself, and model
 * @param atLeast the same where a new process would grow by this or more
 */
public record MemoryTable(
        int schemaVersion,
        String how,
        String source,
        List<Model> models,
        SortedMap<String, SortedMap<String, Long>> growth,
        SortedMap<String, SortedMap<String, Long>> atLeast) {
    static final int VERSION = 1;
    private static final String SHIPPED = "growth.json";

    public MemoryTable {
        models = List.copyOf(models);
        growth = Collections.unmodifiableSortedMap(new TreeMap<>(growth));
        atLeast = Collections.unmodifiableSortedMap(new TreeMap<>(atLeast));
    }

    /**
     * @param inputs names, types and shapes that the tensors were reckoned with
     * @param tensorBytes by its graph
     */
    public record Model(String name, String sha256, String inputs, String architecture, long tensorBytes) {}

    /** The one that the product brings. */
    public static MemoryTable shipped() {
        try (InputStream stream = MemoryTable.class.getResourceAsStream(SHIPPED)) {
            if (stream == null) {
                throw new IllegalStateException(SHIPPED + " is missing");
            }
            return read(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(SHIPPED + " cannot be read", e);
        }
    }

    static MemoryTable read(String text) {
        try {
            MemoryTable table = Json.MAPPER.readValue(text, MemoryTable.class);
            if (table.schemaVersion() != VERSION) {
                throw invalid("it has version %d, and this is made for %d".formatted(table.schemaVersion(), VERSION));
            }
            return table;
        } catch (JsonProcessingException e) {
            throw invalid(String.valueOf(e.getOriginalMessage()));
        }
    }

    private static BasculeException invalid(String why) {
        return new BasculeException(
                ErrorCode.RECORD_INVALID, "the table of processes' growth is not one: " + why, "install Bascule anew");
    }

    /** Each figure by itself. */
    public List<MemorySample> samples() {
        Map<String, Model> named = new TreeMap<>();
        models.forEach(model -> named.put(model.name(), model));
        List<MemorySample> samples = new ArrayList<>();
        add(growth, named, false, samples);
        add(atLeast, named, true, samples);
        return List.copyOf(samples);
    }

    private static void add(
            SortedMap<String, SortedMap<String, Long>> figures,
            Map<String, Model> named,
            boolean atLeast,
            List<MemorySample> samples) {
        figures.forEach((kind, ofModels) -> ofModels.forEach((name, bytes) -> {
            Model model = named.get(name);
            if (model == null) {
                throw invalid("it has no model '%s'".formatted(name));
            }
            samples.add(new MemorySample(
                    TargetKind.parse(kind), name, model.architecture(), model.tensorBytes(), bytes, atLeast));
        }));
    }
}
