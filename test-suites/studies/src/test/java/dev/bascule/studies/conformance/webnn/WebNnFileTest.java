package dev.bascule.studies.conformance.webnn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.CaseReader;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebNnFileTest {
    private static final String CASE = """
            {"name": "add float32, a constant",
             "graph": {
               "inputs": {
                 "a": {"data": [1, 2], "descriptor": {"shape": [2], "dataType": "float32"}},
                 "b": {"data": [3, 4], "descriptor": {"shape": [2], "dataType": "float32"}, "constant": true}},
               "operators": [
                 {"name": "add", "arguments": [{"a": "a"}, {"b": "b"}], "outputs": "sum"},
                 {"name": "cast", "arguments": [{"input": "sum"}, {"type": "int32"}], "outputs": "whole"},
                 {"name": "add", "arguments": [{"a": "whole"}, {"b": "whole"}], "outputs": "output"}],
               "expectedOutputs": {"output": {"data": [8, 12], "descriptor": {"shape": [2], "dataType": "int32"}}}}}""";

    @TempDir
    Path folder;

    @Test
    void a_case_has_its_parts_in_their_places() {
        ConformanceCase read = one("{\"tests\": [" + CASE + "]}");
        assertThat(read.id()).hasToString("webnn:add:add_float32_a_constant");
        assertThat(read.packed().sets()).containsExactly(Map.of("a", Value.of(Tensor.floats(Shape.of(2), 1, 2))));
        assertThat(read.sets().get(0).expected()).containsOnlyKeys("output");
        Program.Graph graph = (Program.Graph) read.program();
        assertThat(graph.constants()).containsExactly(Map.entry("b", Tensor.floats(Shape.of(2), 3, 4)));
        assertThat(graph.description().path("inputs").toString())
                .isEqualTo("{\"a\":{\"dataType\":\"float32\",\"shape\":[2]}}");
        assertThat(graph.description().path("operators")).hasSize(3);
        assertThat(graph.description().toString()).doesNotContain("data\"");
    }

    @Test
    void its_operators_are_counted_with_the_types_that_they_work_on() {
        ConformanceCase read = one(CASE);
        assertThat(read.model().operators()).isEqualTo(Map.of("add", 2, "cast", 1));
        assertThat(read.model().parameters()).isEqualTo(2);
        assertThat(read.model().signatures())
                .containsExactly(
                        new OperatorSignature("webnn", "add", 1, Optional.of(DType.FLOAT32), 1),
                        new OperatorSignature("webnn", "add", 1, Optional.of(DType.INT32), 1),
                        new OperatorSignature("webnn", "cast", 1, Optional.of(DType.FLOAT32), 1));
    }

    @Test
    void a_graph_keeps_its_hash_when_only_inputs_change_and_not_when_a_constant_does() {
        String hash = one(CASE).model().sha256();
        assertThat(one(CASE.replace("[1, 2]", "[1, 3]")).model().sha256()).isEqualTo(hash);
        assertThat(one(CASE.replace("[3, 4]", "[3, 5]")).model().sha256()).isNotEqualTo(hash);
        assertThat(one(CASE.replace("\"int32\"}]", "\"int64\"}]")).model().sha256())
                .isNotEqualTo(hash);
    }

    @Test
    void a_file_is_an_object_with_tests_a_list_or_one_case_and_may_have_comments() {
        for (String text : List.of(
                "{\"tests\": [%s]}",
                "{\"operation\": \"add\", \"addTests\": [%s]}",
                "[%s]",
                "%s",
                "// from web-platform-tests\n{\"tests\": [/* one */ %s,]}")) {
            assertThat(one(text.formatted(CASE)).id().name()).isEqualTo("add_float32_a_constant");
        }
    }

    @Test
    void json_of_another_kind_is_none_of_ours() {
        for (String text :
                List.of("{\"scripts\": {}}", "[1, 2]", "[]", "\"text\"", "{\"name\": \"x\", \"graph\": 1}")) {
            assertThat(WebNnFile.read(folder, write("add.json", text))).as(text).isEmpty();
        }
    }

    @Test
    void cases_of_one_name_have_ids_of_their_own() {
        ConformanceCases both = read("[%s, %s]".formatted(CASE, CASE));
        assertThat(both.cases())
                .extracting(found -> found.id().name())
                .containsExactly("add_float32_a_constant", "add_float32_a_constant.2");
    }

    @Test
    void the_place_below_the_folder_is_part_of_the_id() throws IOException {
        Files.createDirectories(folder.resolve("some ops"));
        Path file = Files.writeString(folder.resolve("some ops/add.json"), CASE);
        assertThat(id(folder, file)).isEqualTo("webnn:some_ops/add:add_float32_a_constant");
        assertThat(id(file, file)).isEqualTo("webnn:add:add_float32_a_constant");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"dataType\": \"int32\"} | \"dataType\": \"int16\"} | graph.expectedOutputs.output.descriptor.dataType | uint4",
                "[1, 2] | [1] | graph.inputs.a.data | agree",
                "\"outputs\": \"output\" | \"outputs\": \"other\" | graph.expectedOutputs.output | name it",
                "\"name\": \"cast\", | | graph.operators[1].name | conv2d",
                "\"operators\": | \"nodes\": | graph.operators | a list of",
                "\"inputs\": | \"ins\": | graph.inputs | an operand by name"
            })
    void a_bad_case_is_told_with_file_case_key_and_remedy_and_costs_no_other(
            String right, String wrong, String key, String remedy) {
        String bad = CASE.replace(right, wrong == null ? "" : wrong);
        ConformanceCases both = read("[%s, %s]".formatted(bad, CASE));
        assertThat(both.cases()).hasSize(1);
        assertThat(both.unreadable()).singleElement().satisfies(unreadable -> {
            Failure failure = unreadable.failure();
            assertThat(failure.code()).isEqualTo(ErrorCode.SUITE_INVALID);
            assertThat(failure.message()).startsWith("add.json: case 'add float32, a constant': " + key);
            assertThat(failure.remedies()).anyMatch(line -> line.contains(remedy));
            assertThat(unreadable.id().name()).isEqualTo("add_float32_a_constant");
        });
    }

    @Test
    void what_is_no_json_is_told_with_its_line() {
        ConformanceCases read = read("{\"tests\": [\n  {\"name\" \"x\"}]}");
        assertThat(read.unreadable())
                .singleElement()
                .satisfies(unreadable ->
                        assertThat(unreadable.failure().message()).startsWith("add.json: line 2, column"));
        assertThat(read("{\"tests\": []}").unreadable()).hasSize(1);
    }

    @Test
    void a_folder_is_searched_and_what_is_none_of_ours_is_passed_over_unless_it_was_named() {
        Path cases = write("add.json", CASE);
        Path other = write("package.json", "{\"scripts\": {}}");
        ConformanceCases all = CaseReader.read(List.of(folder));
        assertThat(all.cases()).extracting(found -> found.source()).containsExactly(cases);
        assertThat(all.unreadable()).isEmpty();
        assertThat(CaseReader.read(List.of(cases)).cases()).hasSize(1);
        assertThat(CaseReader.read(List.of(other)).unreadable())
                .singleElement()
                .satisfies(
                        unreadable -> assertThat(unreadable.failure().message()).contains("holds no WebNN cases"));
    }

    @Test
    void the_cases_of_our_own_are_all_read() {
        List<ConformanceCase> cases = WebNnCorpus.cases();
        assertThat(cases).hasSizeGreaterThan(60);
        Set<CaseId> ids = new HashSet<>();
        assertThat(cases).allSatisfy(found -> assertThat(ids.add(found.id())).isTrue());
        assertThat(cases)
                .allSatisfy(found -> found.sets().get(0).expected().forEach((name, value) -> {
                    Tensor tensor = ((Value.One) value).tensor();
                    assertThat(found.tolerance().of(name, tensor.dtype()).basis())
                            .isNotEmpty();
                }));
    }

    private ConformanceCase one(String text) {
        ConformanceCases read = read(text);
        assertThat(read.unreadable()).isEmpty();
        return read.cases().get(0);
    }

    private ConformanceCases read(String text) {
        return WebNnFile.read(folder, write("add.json", text)).orElseThrow();
    }

    private static String id(Path root, Path file) {
        return WebNnFile.read(root, file).orElseThrow().cases().get(0).id().toString();
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
