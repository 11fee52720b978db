package dev.bascule.models.preprocessing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One JSON object beside a model, whose author is a stranger: bounded, and every value checked where it is read. Immutable.
 *
 * @param file whose it is
 * @param values the object
 */
record SettingsFile(Path file, JsonNode values) {
    private static final long MOST_BYTES = 4L << 20;
    private static final int MOST_SIZE = 16_384;
    private static final int MOST_WORDS = 200;

    /** The file of this name in the first of the folders that has it. */
    static Optional<SettingsFile> find(List<Path> folders, String name) {
        return path(folders, name).map(SettingsFile::read);
    }

    static Optional<Path> path(List<Path> folders, String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::exists)
                .findFirst();
    }

    private static SettingsFile read(Path file) {
        try {
            JsonNode values = Json.MAPPER.readTree(InputFile.text(file, MOST_BYTES));
            if (values.isObject()) {
                return new SettingsFile(file, values);
            }
            throw broken(file, "it is no JSON object");
        } catch (JsonProcessingException e) {
            throw broken(file, "it is no JSON");
        } catch (IOException e) {
            throw broken(file, FileErrorText.why(e));
        }
    }

    private static BasculeException broken(Path file, String why) {
        return new BasculeException(
                ErrorCode.INPUT_MISMATCH,
                "cannot read '%s': %s".formatted(file, why),
                "bring the file that was published with the model, or say --pipeline none");
    }

    String name() {
        return String.valueOf(file.getFileName());
    }

    /** What the file asks for and Bascule does not do. */
    BasculeException refused(String what) {
        return new BasculeException(
                ErrorCode.INPUT_MISMATCH,
                "'%s' %s".formatted(file, what),
                "write the pipeline into a suite (`pipeline:`), or bring finished tensors with --input NAME=FILE.npy --pipeline none");
    }

    boolean flag(String key, boolean otherwise) {
        return values.path(key).isMissingNode() || values.path(key).isNull()
                ? otherwise
                : values.path(key).asBoolean(otherwise);
    }

    boolean has(String key) {
        return values.hasNonNull(key);
    }

    Optional<String> text(String key) {
        return Optional.of(values.path(key)).filter(JsonNode::isTextual).map(JsonNode::asText);
    }

    /** A length, of the file's own object or one inside it. */
    int size(JsonNode node, String key) {
        return size(node, key, MOST_SIZE);
    }

    int size(JsonNode node, String key, int most) {
        if (!node.path(key).isIntegralNumber()
                || node.path(key).asLong() < 1
                || node.path(key).asLong() > most) {
            throw refused("has no '%s' from 1 to %d".formatted(key, most));
        }
        return node.path(key).asInt();
    }

    double number(String key, double otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        if (!values.path(key).isNumber() || !Double.isFinite(values.path(key).asDouble())) {
            throw refused("has a '%s' that is no number".formatted(key));
        }
        return values.path(key).asDouble();
    }

    /** One number for each of the channels; one for all is for each. */
    List<Double> channels(String key, int count) {
        JsonNode node = values.path(key);
        List<Double> numbers = new ArrayList<>();
        (node.isNumber() ? List.of(node) : node).forEach(value -> numbers.add(value.asDouble(Double.NaN)));
        List<Double> wanted = numbers.size() == 1
                ? Stream.generate(() -> numbers.get(0)).limit(count).toList()
                : numbers;
        if (wanted.size() != count || !wanted.stream().allMatch(Double::isFinite)) {
            throw refused("has no '%s' of %d numbers".formatted(key, count));
        }
        return wanted;
    }

    /** What it says beyond the keys that are obeyed or change nothing, where it asks for something. */
    Optional<String> unread(Set<String> known) {
        List<String> unread = values.properties().stream()
                .filter(entry -> !known.contains(entry.getKey()) && asks(entry.getValue()))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
        String words = String.join(", ", unread);
        return unread.isEmpty()
                ? Optional.empty()
                : Optional.of(words.length() > MOST_WORDS ? words.substring(0, MOST_WORDS) + "…" : words);
    }

    private static boolean asks(JsonNode value) {
        boolean zero = value.isNumber() && value.decimalValue().compareTo(BigDecimal.ZERO) == 0;
        return !value.isNull() && !zero && !(value.isBoolean() && !value.asBoolean());
    }
}
