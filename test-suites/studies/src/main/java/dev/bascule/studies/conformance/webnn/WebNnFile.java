package dev.bascule.studies.conformance.webnn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.cases.ConformanceCases.Unreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Reads WebNN graph JSON, one file per operator as a rule, as web-platform-tests lay out their WebNN conformance data: an
 * object with a list of cases ({@code tests}, as a rule), such a list, or one case, each {@code {name, graph: {inputs, operators, expectedOutputs}}}.
 * Comments are allowed, as they are there. A case's id is {@code webnn:<file without .json>:<name as a word>}; the second of
 * a name gets {@code .2} behind it. Stateless.
 */
public final class WebNnFile {
    /** The suite that every case read here belongs to. */
    public static final String SUITE = "webnn";

    private static final String SUFFIX = ".json";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private WebNnFile() {}

    /** Whether a file's name is that of a JSON file; what is in it only {@link #read} tells. */
    public static boolean isNamedLikeOne(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(SUFFIX);
    }

    /**
     * Reads a file's cases; those that cannot be read are part of the answer, each with its place and a remedy.
     *
     * @param root the place that the user named: the file itself, or a folder above it
     * @return empty when it is JSON of another kind
     */
    public static Optional<ConformanceCases> read(Path root, Path file) {
        String path = path(root, file);
        try {
            JsonNode content = MAPPER.readTree(InputFile.bytes(file, InputFile.document()));
            return tests(content).map(tests -> cases(path, file, tests));
        } catch (JsonProcessingException e) {
            String place = "line %d, column %d"
                    .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
            return Optional.of(unreadable(
                    path, file, "%s: it is no JSON: %s".formatted(place, e.getOriginalMessage()), "mend it there"));
        } catch (IOException e) {
            return Optional.of(unreadable(
                    path, file, "cannot be read: " + FileErrorText.why(e), "name a file that this user may read"));
        }
    }

    /** Reads a file that the user named himself: JSON of another kind is unreadable then. */
    public static ConformanceCases readNamed(Path file) {
        return read(file, file)
                .orElseGet(() -> unreadable(
                        path(file, file),
                        file,
                        "it holds no WebNN cases",
                        "a list of {name, graph: {inputs, operators, expectedOutputs}}, or an object with such a list as"
                                + " its tests"));
    }

    private static Optional<List<JsonNode>> tests(JsonNode content) {
        if (isCase(content)) {
            return Optional.of(List.of(content));
        }
        if (content.isArray()) {
            return Optional.of(list(content)).filter(WebNnFile::holdsCases);
        }
        // The name of the list is free; under the usual one it need not even hold a case that can be read.
        return content.path("tests").isArray()
                ? Optional.of(list(content.get("tests")))
                : StreamSupport.stream(content.spliterator(), false)
                        .filter(JsonNode::isArray)
                        .map(WebNnFile::list)
                        .filter(WebNnFile::holdsCases)
                        .findFirst();
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static boolean holdsCases(List<JsonNode> nodes) {
        return nodes.stream().anyMatch(WebNnFile::isCase);
    }

    private static boolean isCase(JsonNode node) {
        return node.has("name") && node.path("graph").isObject();
    }

    private static ConformanceCases cases(String path, Path file, List<JsonNode> tests) {
        List<ConformanceCase> cases = new ArrayList<>();
        List<Unreadable> unreadable = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < tests.size(); i++) {
            String name = tests.get(i).path("name").asText("");
            String word = CaseId.word(name.isEmpty() ? "case " + i : name);
            int same = names.merge(word, 1, Integer::sum);
            CaseId id = CaseId.of(SUITE, path, same == 1 ? word : word + "." + same, Map.of());
            try {
                cases.add(GraphCase.read(id, file, tests.get(i)));
            } catch (BadCase e) {
                String message = "%s: case '%s': %s".formatted(file.getFileName(), name, e.getMessage());
                unreadable.add(new Unreadable(id, file, Failure.of(ErrorCode.SUITE_INVALID, message, e.remedy())));
            } catch (ArithmeticException | BasculeException e) {
                String message = "%s: case '%s': a tensor is larger than can be".formatted(file.getFileName(), name);
                unreadable.add(new Unreadable(
                        id, file, Failure.of(ErrorCode.SUITE_INVALID, message, "make its shape smaller")));
            }
        }
        return tests.isEmpty()
                ? unreadable(path, file, "it has no test", "put cases into its list of tests")
                : new ConformanceCases(cases, unreadable);
    }

    private static ConformanceCases unreadable(String path, Path file, String what, String remedy) {
        Failure failure = Failure.of(ErrorCode.SUITE_INVALID, "%s: %s".formatted(file.getFileName(), what), remedy);
        return new ConformanceCases(
                List.of(), List.of(new Unreadable(CaseId.of(SUITE, path, "file", Map.of()), file, failure)));
    }

    private static String path(Path root, Path file) {
        Path full = file.toAbsolutePath().normalize();
        Path from = root.toAbsolutePath().normalize();
        Path relative = full.equals(from) || !full.startsWith(from)
                ? Path.of(String.valueOf(full.getFileName()))
                : from.relativize(full);
        String joined = StreamSupport.stream(relative.spliterator(), false)
                .map(part -> CaseId.word(part.toString()))
                .collect(Collectors.joining("/"));
        return isNamedLikeOne(file) ? joined.substring(0, joined.length() - SUFFIX.length()) : joined;
    }
}
