package dev.bascule.reports.compatibility;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.OPENVINO;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.export.FamilyPage;
import dev.bascule.reports.fixture.ConformanceFixtures;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.TextStyle;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FamilyTableTest {
    private static final List<Backend> BACKENDS = List.of(WEBGPU, WASM, OPENVINO, NATIVE_CPU);
    private static final OperatorSignature RELU =
            new OperatorSignature("ai.onnx", "Relu", 14, Optional.of(DType.FLOAT32), 3);
    private static final ModelInfo EARS = model("ears", Family.AUDIO);
    private static final KnownCompatibility KNOWN = new KnownCompatibility(List.of(
            new KnownCompatibility.Entry("audio", "openvino", "runs", "a list says so", "https://example.org/list"),
            new KnownCompatibility.Entry("audio", "cpu", "fails", "a list says so", "https://example.org/list")));

    private static ModelInfo model(String name, Family family) {
        return new ModelInfo(
                name,
                name.repeat(8),
                1000,
                family,
                "task",
                Map.of("ai.onnx", 14L),
                Map.of("Relu", 3),
                10,
                List.of(RELU));
    }

    private static FamilyTable table(List<CaseResult> cells) {
        return FamilyTable.of(cells, KNOWN, BACKENDS);
    }

    private static FamilyCoverage coverage(FamilyTable table) {
        return FamilyCoverage.of(table, List.of());
    }

    @Test
    void measured_beats_known_beats_predicted_and_what_nobody_knows_is_no_cell() {
        ModelInfo single = ConformanceFixtures.model(
                "test_relu", new OperatorSignature("ai.onnx", "Relu", 14, Optional.of(DType.FLOAT32), 1));
        FamilyTable table = table(CaseResult.allOf(record(
                "r",
                strict(EARS, Verdict.PASS, on(NATIVE_CPU).build()),
                strict(single, Verdict.PASS, on(WASM).build()),
                strict(single, Verdict.PASS, on(OPENVINO).build()))));

        assertThat(table.cell(Family.AUDIO, "cpu")).get().isInstanceOfSatisfying(FamilyCell.Measured.class, cell -> {
            assertThat(cell.right()).isEqualTo(1);
            assertThat(cell.models()).containsExactly("ears");
        });
        assertThat(table.cell(Family.AUDIO, "openvino")).get().isInstanceOf(FamilyCell.Known.class);
        assertThat(table.cell(Family.AUDIO, "wasm")).get().isInstanceOfSatisfying(FamilyCell.Predicted.class, cell -> {
            assertThat(cell.share().low()).isEqualTo(1);
            assertThat(cell.cases()).isEqualTo(1);
        });
        assertThat(table.cell(Family.AUDIO, "webgpu")).isEmpty();
        assertThat(table.cell(Family.VISION, "cpu")).isEmpty();
    }

    /** Negative controls: what failed is not right, and a backend that was not there was not measured. */
    @Test
    void a_wrong_model_is_measured_as_wrong_and_an_absent_backend_not_at_all() {
        FamilyTable table = table(CaseResult.allOf(record(
                "r",
                strict(
                        EARS,
                        Verdict.FAILED,
                        on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "no")
                                .build()),
                strict(
                        EARS,
                        Verdict.UNSUPPORTED,
                        on(WEBGPU)
                                .failed(Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "no")
                                .build()))));
        assertThat(table.cell(Family.AUDIO, "wasm")).get().isInstanceOfSatisfying(FamilyCell.Measured.class, cell -> {
            assertThat(cell.right()).isZero();
            assertThat(cell.all()).isEqualTo(1);
        });
        assertThat(table.cell(Family.AUDIO, "webgpu")).isEmpty();
    }

    @Test
    void a_later_pass_repairs_a_failure_in_the_same_place_and_a_wrong_question_counts_for_nothing() {
        CaseResult before = CaseResult.allOf(record(
                        "r",
                        strict(
                                EARS,
                                Verdict.FAILED,
                                on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "no")
                                        .build())))
                .get(0);
        CaseResult after = CaseResult.allOf(record("s", strict(EARS, Verdict.PASS, on(WASM).build())))
                .get(0);
        CaseResult later = new CaseResult(
                "s", before.startedAt().plusSeconds(60), after.machine(), after.run(), after.nativeCpu());
        CaseResult option = CaseResult.allOf(record(
                        "t",
                        strict(
                                EARS,
                                Verdict.UNSUPPORTED,
                                on(NATIVE_CPU)
                                        .failed(Outcome.UNSUPPORTED, ErrorCode.OPTION_UNSUPPORTED, "one device")
                                        .build())))
                .get(0);

        for (List<CaseResult> order : List.of(List.of(before, later, option), List.of(later, before, option))) {
            FamilyTable table = table(order);
            assertThat(table.cell(Family.AUDIO, "wasm"))
                    .get()
                    .isInstanceOfSatisfying(FamilyCell.Measured.class, cell -> {
                        assertThat(cell.right()).isEqualTo(1);
                        assertThat(cell.notRight()).isEmpty();
                    });
            assertThat(table.cell(Family.AUDIO, "cpu"))
                    .as("a refused option is no measurement")
                    .get()
                    .isInstanceOf(FamilyCell.Known.class);
        }
        assertThat(table(List.of(before)).cell(Family.AUDIO, "wasm"))
                .get()
                .satisfies(cell ->
                        assertThat(((FamilyCell.Measured) cell).notRight()).containsExactly("ears"));
    }

    @Test
    void a_software_adapter_machines_and_browsers_are_told_and_no_case_is_counted_twice() {
        ModelInfo single = ConformanceFixtures.model(
                "test_relu", new OperatorSignature("ai.onnx", "Relu", 14, Optional.of(DType.FLOAT32), 1));
        ModelInfo also = model("also", Family.AUDIO);
        List<CaseResult> cells = CaseResult.allOf(record(
                "r",
                strict(EARS, Verdict.PASS, on(WEBGPU).build()),
                strict(also, Verdict.PASS, on(NATIVE_CPU).build()),
                strict(single, Verdict.PASS, on(WASM).build())));

        FamilyTable table = table(cells);

        assertThat(table.cell(Family.AUDIO, "webgpu").orElseThrow().why())
                .contains("only on a software adapter, which is no acceleration")
                .contains("on 1 machine, in ");
        assertThat(table.cell(Family.AUDIO, "webgpu").orElseThrow().brief()).isEqualTo("1/1 sw");
        assertThat(table.cell(Family.AUDIO, "cpu").orElseThrow().brief()).isEqualTo("1/1");
        assertThat(table.cell(Family.AUDIO, "wasm")).get().isInstanceOfSatisfying(FamilyCell.Predicted.class, cell -> {
            assertThat(cell.models()).hasSize(2);
            assertThat(cell.cases()).as("one case, for both models").isEqualTo(1);
        });
    }

    @Test
    void text_and_document_tell_the_bases_apart() {
        FamilyTable table = table(CaseResult.allOf(
                record("r", strict(EARS, Verdict.PASS, on(NATIVE_CPU).build()))));
        assertThat(FamilyTableText.render(table, coverage(table), new TextStyle(100, true, false)))
                .contains("1/1", "(runs)", "·")
                .contains("audio on cpu measured: 1 of 1 model right (ears), on 1 machine")
                .contains("audio on openvino known, not measured here");
        assertThat(FamilyTableText.document(table, coverage(table)).toString())
                .contains("basis=measured", "basis=known", "https://example.org/list", "webgpu=Optional.empty");
    }

    @Test
    void the_page_tells_the_bases_apart_and_gives_a_tone_to_measurements_alone() {
        ModelInfo single = ConformanceFixtures.model(
                "test_relu", new OperatorSignature("ai.onnx", "Relu", 14, Optional.of(DType.FLOAT32), 1));
        FamilyTable table = table(CaseResult.allOf(record(
                "r",
                strict(EARS, Verdict.PASS, on(NATIVE_CPU).build()),
                strict(single, Verdict.PASS, on(WASM).build()))));
        String html = FamilyPage.render(table, coverage(table), Instant.EPOCH).replaceAll("\\s+", " ");

        assertThat(html)
                .contains("<td class=\"measured good\"><b>1/1</b><span class=\"soft small\">measured</span></td>")
                .contains("<td class=\"known \"><b>(runs)</b><span class=\"soft small\">known</span></td>")
                .contains("<td class=\"predicted \"><b>~100%</b><span class=\"soft small\">predicted</span></td>")
                .contains("<td><span class=\"soft\">unknown</span></td>")
                .contains("not measured here: a list says so (https://example.org/list)")
                .doesNotContain("class=\"known good\"", "class=\"predicted good\"");
        assertThat(FamilyTableText.document(table, coverage(table)).toString())
                .contains("reasons={webgpu=no model of the family");
    }

    /** Negative control: what failed when it was measured has no good tone. */
    @Test
    void a_measured_failure_is_shown_as_one() {
        FamilyTable table = table(CaseResult.allOf(record(
                "r",
                strict(
                        EARS,
                        Verdict.FAILED,
                        on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "no")
                                .build()))));
        assertThat(FamilyPage.render(table, coverage(table), Instant.EPOCH))
                .contains("<td class=\"measured bad\"><b>0/1</b>")
                .doesNotContain("measured good");
    }

    @Test
    void what_is_published_names_families_backends_and_sources_that_exist() {
        assertThat(KnownCompatibility.published().entries()).isNotEmpty().allSatisfy(entry -> {
            assertThat(Family.ofId(entry.family())).isPresent();
            assertThat(Backends.installed().find(entry.backend())).isPresent();
            assertThat(entry.claim()).isIn("runs", "limited", "fails");
            assertThat(entry.source()).startsWith("https://");
            assertThat(entry.what()).isNotBlank();
        });
    }
}
