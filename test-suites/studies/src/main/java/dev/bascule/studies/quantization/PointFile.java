package dev.bascule.studies.quantization;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Sensitivities;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a search measured so far, a line of JSON each, written as each is done: an interrupted search goes on from it. A line that was
 * cut off, or that another version wrote, is measured anew. Belongs to one thread.
 */
public final class PointFile {
    private static final String KEY = "key";
    private static final String POINT = "point";
    private static final String TRIAL = "trial";
    private static final int NEWLINE = '\n';
    /** A point of 500 samples takes some 60 kB. */
    private static final long MOST = 1 << 30;

    private final Path file;
    private final Map<String, Point> kept = new HashMap<>();
    private final Map<String, Sensitivities.Trial> trials = new HashMap<>();
    private boolean torn;
    private int unreadable;

    private PointFile(Path file) {
        this.file = file;
    }

    /** Reads what there is; a file that is not there has nothing. */
    public static PointFile open(Path file) {
        PointFile opened = new PointFile(file);
        if (Files.exists(file)) {
            try {
                String text = new String(InputFile.bytes(file, MOST), StandardCharsets.UTF_8);
                opened.torn = !text.isEmpty() && text.charAt(text.length() - 1) != NEWLINE;
                text.lines().forEach(opened::read);
            } catch (IOException e) {
                throw BasculeException.because(
                        e,
                        ErrorCode.OUTPUT_UNWRITABLE,
                        "cannot read what was measured before in '%s': %s".formatted(file, FileErrorText.why(e)),
                        "name another file by --points");
            }
        }
        return opened;
    }

    private void read(String line) {
        try {
            JsonNode node = Json.MAPPER.readTree(line);
            String key = node.path(KEY).asText();
            if (!key.isEmpty() && node.has(POINT)) {
                kept.put(key, Json.MAPPER.treeToValue(node.get(POINT), Point.class));
            } else if (!key.isEmpty() && node.has(TRIAL)) {
                trials.put(key, Json.MAPPER.treeToValue(node.get(TRIAL), Sensitivities.Trial.class));
            } else {
                unreadable += line.isBlank() ? 0 : 1;
            }
        } catch (JsonProcessingException | IllegalArgumentException cutOff) {
            // It is measured anew.
            unreadable++;
        }
    }

    /** Lines that say nothing: cut off, of another version, or with figures that cannot be. */
    public int unreadable() {
        return unreadable;
    }

    /** All that a measurement depends on, as one word. */
    public static String key(List<String> parts) {
        return Sha256.of(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
    }

    /** What was measured under this key; empty where nothing was. */
    public Optional<Point> of(String key) {
        return Optional.ofNullable(kept.get(key));
    }

    /** What a layer alone was seen to do under this key; empty where nothing was, and where it is of other bits: then it counts as unreadable. */
    public Optional<Sensitivities.Trial> trial(String key, LayerPrecision precision) {
        Optional<Sensitivities.Trial> known = Optional.ofNullable(trials.get(key));
        if (known.filter(trial -> trial.precision() != precision).isPresent()) {
            trials.remove(key);
            unreadable++;
            return Optional.empty();
        }
        return known;
    }

    /** Writes one that is done. */
    public void add(String key, Point point) {
        kept.put(key, point);
        write(key, POINT, point);
    }

    /** Writes what a layer alone does. */
    public void add(String key, Sensitivities.Trial trial) {
        trials.put(key, trial);
        write(key, TRIAL, trial);
    }

    private void write(String key, String kind, Object value) {
        try {
            Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
            // After a line that was cut off the next begins on one of its own.
            String line = (torn ? "\n" : "")
                    + Json.MAPPER.writeValueAsString(
                            Json.MAPPER.createObjectNode().put(KEY, key).set(kind, Json.MAPPER.valueToTree(value)))
                    + "\n";
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            torn = false;
        } catch (IOException e) {
            throw AtomicFile.unwritable(file, e);
        }
    }
}
