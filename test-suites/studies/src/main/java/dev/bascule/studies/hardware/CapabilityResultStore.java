package dev.bascule.studies.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The small file in the cache that remembers what was tried on this machine's devices, as long as nothing about the machine
 * changes: it holds one state's trials, and those of another state count as none. What cannot be read is absent, with a word to
 * the user; what cannot be written is not remembered, with a word. Written whole or not at all. Thread-safe as far as files
 * are: of two writers at once the last one's trials stay.
 */
public final class CapabilityResultStore {
    private static final int SCHEMA_VERSION = 1;

    /** Browsers are looked at by some commands only, and each trial names its own with the version. */
    private static final String BROWSER = "browser ";

    private final Path file;
    private final Consumer<String> say;

    /** @param say tells the user what went wrong with it */
    public CapabilityResultStore(CacheFolder cache, Consumer<String> say) {
        this.file = cache.root().resolve("trials.json");
        this.say = say;
    }

    /** What was tried on this machine in the state that it is in. */
    public List<CapabilityResult> of(Machine machine) {
        Optional<String> state = state(machine);
        if (state.isEmpty() || !Files.exists(file)) {
            return List.of();
        }
        try {
            JsonNode document = Json.MAPPER.readTree(InputFile.bytes(file, InputFile.TEXT));
            if (!document.path("trials").isArray()) {
                throw new IOException("it has no trials");
            }
            if (!document.path("state").asText().equals(state.get())) {
                return List.of();
            }
            List<CapabilityResult> results = new ArrayList<>();
            for (JsonNode node : document.path("trials")) {
                results.add(trial(node));
            }
            return results;
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            say.accept(
                    "what was verified earlier is not known: '%s' cannot be read (%s); it is written anew by bascule doctor --test-hardware"
                            .formatted(
                                    file,
                                    String.valueOf(e.getMessage())
                                            .lines()
                                            .findFirst()
                                            .orElse("")));
            return List.of();
        }
    }

    /** Remembers these; what the same one said earlier of the same place and backend is forgotten. */
    public void remember(Machine machine, Collection<CapabilityResult> results) {
        Optional<String> state = state(machine);
        if (state.isEmpty() || results.isEmpty()) {
            return;
        }
        Set<String> columns = new HashSet<>();
        results.forEach(result -> columns.add(column(result)));
        List<CapabilityResult> all = new ArrayList<>(of(machine).stream()
                .filter(result -> !columns.contains(column(result)))
                .toList());
        all.addAll(results);
        ObjectNode document = Json.MAPPER.createObjectNode();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("state", state.get());
        ArrayNode list = document.putArray("trials");
        all.forEach(result -> put(list.addObject(), result));
        try {
            AtomicFile.write(
                    file, stream -> Json.MAPPER.writerWithDefaultPrettyPrinter().writeValue(stream, document));
        } catch (BasculeException e) {
            say.accept("what was verified is not remembered: " + e.getMessage());
        }
    }

    /** The state of a machine, whichever browsers were looked at; empty where nobody knows it. */
    static Optional<String> state(Machine machine) {
        return machine.parts().map(parts -> {
            TreeMap<String, String> software = new TreeMap<>(parts.software());
            software.keySet().removeIf(name -> name.startsWith(BROWSER));
            return new Fingerprint(parts.machine(), software).stateHash();
        });
    }

    private static String column(CapabilityResult result) {
        return result.by() + "\n" + result.place() + "\n" + result.backend();
    }

    private static void put(ObjectNode node, CapabilityResult result) {
        node.put("deviceType", result.seen().type().name());
        node.put("software", result.seen().software());
        node.put("adapter", result.seen().words());
        node.put("capability", result.capability());
        node.put("right", result.right());
        node.put("by", result.by());
        node.put("place", result.place());
        node.put("backend", result.backend());
        result.engine().ifPresent(engine -> node.put("engine", engine));
        node.put("at", result.at().toString());
        node.put("evidence", result.evidence());
    }

    private static CapabilityResult trial(JsonNode node) throws IOException {
        return new CapabilityResult(
                new CapabilityResult.Seen(
                        DeviceType.valueOf(text(node, "deviceType")),
                        flag(node, "software"),
                        node.path("adapter").asText()),
                text(node, "capability"),
                flag(node, "right"),
                text(node, "by"),
                text(node, "place"),
                text(node, "backend"),
                Optional.ofNullable(node.get("engine")).map(JsonNode::asText),
                Instant.parse(text(node, "at")),
                text(node, "evidence"));
    }

    private static String text(JsonNode node, String name) throws IOException {
        if (!node.path(name).isTextual()) {
            throw new IOException("a trial has no " + name);
        }
        return node.path(name).asText();
    }

    private static boolean flag(JsonNode node, String name) throws IOException {
        if (!node.path(name).isBoolean()) {
            throw new IOException("a trial has no " + name);
        }
        return node.path(name).asBoolean();
    }
}
