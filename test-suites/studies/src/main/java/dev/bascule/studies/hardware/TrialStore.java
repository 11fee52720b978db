package dev.bascule.studies.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.execution.service.HardwareTrial;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.file.GivenFile;
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
public final class TrialStore {
    private static final int SCHEMA_VERSION = 1;

    /** Browsers are looked at by some commands only, and each trial names its own with the version. */
    private static final String BROWSER = "browser ";

    private final Path file;
    private final Consumer<String> say;

    /** @param say tells the user what went wrong with it */
    public TrialStore(CacheFolder cache, Consumer<String> say) {
        this.file = cache.root().resolve("trials.json");
        this.say = say;
    }

    /** What was tried on this machine in the state that it is in. */
    public List<HardwareTrial> of(Machine machine) {
        Optional<String> state = state(machine);
        if (state.isEmpty() || !Files.exists(file)) {
            return List.of();
        }
        try {
            JsonNode document = Json.MAPPER.readTree(GivenFile.bytes(file, GivenFile.TEXT));
            if (!document.path("trials").isArray()) {
                throw new IOException("it has no trials");
            }
            if (!document.path("state").asText().equals(state.get())) {
                return List.of();
            }
            List<HardwareTrial> trials = new ArrayList<>();
            for (JsonNode node : document.path("trials")) {
                trials.add(trial(node));
            }
            return trials;
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
    public void remember(Machine machine, Collection<HardwareTrial> trials) {
        Optional<String> state = state(machine);
        if (state.isEmpty() || trials.isEmpty()) {
            return;
        }
        Set<String> columns = new HashSet<>();
        trials.forEach(trial -> columns.add(column(trial)));
        List<HardwareTrial> all = new ArrayList<>(of(machine).stream()
                .filter(trial -> !columns.contains(column(trial)))
                .toList());
        all.addAll(trials);
        ObjectNode document = Json.MAPPER.createObjectNode();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("state", state.get());
        ArrayNode list = document.putArray("trials");
        all.forEach(trial -> put(list.addObject(), trial));
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

    private static String column(HardwareTrial trial) {
        return trial.by() + "\n" + trial.place() + "\n" + trial.backend();
    }

    private static void put(ObjectNode node, HardwareTrial trial) {
        node.put("deviceType", trial.seen().type().name());
        node.put("software", trial.seen().software());
        node.put("adapter", trial.seen().words());
        node.put("capability", trial.capability());
        node.put("right", trial.right());
        node.put("by", trial.by());
        node.put("place", trial.place());
        node.put("backend", trial.backend());
        trial.engine().ifPresent(engine -> node.put("engine", engine));
        node.put("at", trial.at().toString());
        node.put("evidence", trial.evidence());
    }

    private static HardwareTrial trial(JsonNode node) throws IOException {
        return new HardwareTrial(
                new HardwareTrial.Seen(
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
