package dev.bascule.studies.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.text.PlainText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A small file of what was found on this machine, as long as nothing about the machine changes: it holds one state's entries, and
 * those of another state count as none. What cannot be read is absent, with a word to the user; what cannot be written is not
 * remembered, with a word. Written whole or not at all. Thread-safe as far as files are: of two writers at once the last one's
 * entries stay.
 *
 * @param file where
 * @param list the entries' name in it
 * @param what they are, for the words to the user
 * @param form how one of them is written
 * @param say tells the user what went wrong
 */
record StateFile<T>(Path file, String list, String what, Form<T> form, Consumer<String> say) {
    private static final int SCHEMA_VERSION = 1;

    /** Browsers are looked at by some commands only, and each entry names its own with the version. */
    private static final String BROWSER = "browser ";

    /** An entry as the file has it. */
    interface Form<E> {
        void put(ObjectNode node, E entry);

        /** What is not as it should be may also be an {@link IllegalArgumentException} or a {@link DateTimeException}. */
        E entry(JsonNode node) throws IOException;
    }

    /** Whether there is one at all, of whichever state. */
    boolean exists() {
        return Files.exists(file);
    }

    /** What was found on this machine in the state that it is in. */
    List<T> read(Machine machine) {
        Optional<String> state = state(machine);
        if (state.isEmpty() || !exists()) {
            return List.of();
        }
        try {
            JsonNode document = Json.MAPPER.readTree(InputFile.bytes(file, InputFile.TEXT));
            if (!document.path(list).isArray()) {
                throw new IOException("it has no " + list);
            }
            if (!document.path("state").asText().equals(state.get())) {
                return List.of();
            }
            List<T> entries = new ArrayList<>();
            for (JsonNode node : document.path(list)) {
                entries.add(form.entry(node));
            }
            return entries;
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            say.accept(
                    "%s earlier is not known: '%s' cannot be read (%s); it is written anew by bascule doctor --test-hardware"
                            .formatted(
                                    what,
                                    file,
                                    String.valueOf(e.getMessage())
                                            .lines()
                                            .findFirst()
                                            .orElse("")));
            return List.of();
        }
    }

    /** Writes these, and nothing else, for this machine's state; where nobody knows that, nothing. */
    void write(Machine machine, Collection<T> entries) {
        Optional<String> state = state(machine);
        if (state.isEmpty()) {
            return;
        }
        ObjectNode document = Json.MAPPER.createObjectNode();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("state", state.get());
        ArrayNode array = document.putArray(list);
        entries.forEach(entry -> form.put(array.addObject(), entry));
        try {
            AtomicFile.write(
                    file, stream -> Json.MAPPER.writerWithDefaultPrettyPrinter().writeValue(stream, document));
        } catch (BasculeException e) {
            say.accept("%s is not remembered: %s".formatted(what, e.getMessage()));
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

    static String text(JsonNode node, String name) throws IOException {
        if (!node.path(name).isTextual()) {
            throw new IOException("an entry has no " + name);
        }
        return PlainText.line(node.path(name).asText());
    }

    /** A text that may be left out. */
    static Optional<String> maybe(JsonNode node, String name) throws IOException {
        return node.has(name) ? Optional.of(text(node, name)) : Optional.empty();
    }

    static boolean flag(JsonNode node, String name) throws IOException {
        if (!node.path(name).isBoolean()) {
            throw new IOException("an entry has no " + name);
        }
        return node.path(name).asBoolean();
    }

    /** A number from zero to a limit. */
    static int count(JsonNode node, String name, int most) throws IOException {
        if (!node.path(name).canConvertToInt() || !node.path(name).isIntegralNumber()) {
            throw new IOException("an entry has no " + name);
        }
        int value = node.path(name).intValue();
        if (value < 0 || value > most) {
            throw new IOException("an entry has %d for %s".formatted(value, name));
        }
        return value;
    }
}
