package dev.bascule.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.cli.DocumentSchema;
import dev.bascule.cli.machine.ModelCheck.Answer;
import dev.bascule.cli.machine.ModelCheck.Basis;
import dev.bascule.cli.machine.ModelCheck.Known;
import dev.bascule.cli.machine.ModelCheck.Untried;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.outlook.StaticCompatibility;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ModelCheckTest {
    private static final ModelInfo MODEL = new ModelInfo(
            "tiny", "a".repeat(64), 100, Family.VISION, "task", Map.of("ai.onnx", 17L), Map.of("Relu", 1), 0);
    private static final MemoryNeed NEED = new MemoryNeed(
            Optional.of(new MemoryEstimate(Map.of(DType.FLOAT32, 400L), 32, 0, "")), "x float32[1,4]", "");
    private static final FreeMemory FREE = new FreeMemory(OptionalLong.of(1 << 30), "MemAvailable");
    private static final Untried NOT_RUN = new Untried("not tried", "leave --no-run out");

    private static ModelCheck check(
            MemoryNeed need,
            Function<Backend, StaticCompatibility> compatibility,
            Function<Backend, Optional<TierCheck.Failed>> absence) {
        return ModelCheck.of(
                MODEL,
                need,
                FREE,
                List.of(Backends.WASM, Backends.NATIVE_CPU, Backends.CUDA),
                new Known(
                        Optional.empty(),
                        Optional.of(NOT_RUN),
                        List.of(),
                        Optional.empty(),
                        compatibility,
                        absence,
                        backend -> Optional.empty()));
    }

    /** Negative control: where nothing was tried and nothing is known, nothing is promised. */
    @Test
    void nothing_known_is_unknown_with_the_reason_and_runs_nowhere() throws Exception {
        ModelCheck check = check(NEED, backend -> StaticCompatibility.unknown(), backend -> Optional.empty());
        assertThat(check.isRunnable()).isFalse();
        assertThat(check.rows()).hasSize(3).allSatisfy(row -> {
            assertThat(row.basis()).isEqualTo(Basis.UNKNOWN);
            assertThat(row.answer()).isEqualTo(Answer.UNKNOWN);
            assertThat(row.reason()).isEqualTo("not tried");
            assertThat(row.remedy()).contains("leave --no-run out");
        });
        DocumentSchema.MODEL_CHECK.validate(document(check));
    }

    @Test
    void what_stands_against_it_is_a_prediction_that_says_no_and_what_speaks_for_it_promises_nothing()
            throws Exception {
        ModelCheck check = check(
                NEED,
                backend -> backend.equals(Backends.NATIVE_CPU)
                        ? new StaticCompatibility(Optional.empty(), List.of("ONNX Runtime 1.29 reads its opsets"))
                        : new StaticCompatibility(
                                Optional.of(new StaticCompatibility.Obstacle("it needs opset 99", "export again")),
                                List.of()),
                backend -> backend.equals(Backends.CUDA)
                        ? Optional.of(new TierCheck.Failed(Tier.COMPILED, "no provider", "install cuda"))
                        : Optional.empty());

        assertThat(check.rows().get(0)).satisfies(row -> {
            assertThat(row.basis()).isEqualTo(Basis.PREDICTED);
            assertThat(row.answer()).isEqualTo(Answer.NO);
            assertThat(row.reason()).isEqualTo("it needs opset 99");
            assertThat(row.remedy()).contains("export again");
        });
        assertThat(check.rows().get(1)).satisfies(row -> {
            assertThat(row.answer()).isEqualTo(Answer.UNKNOWN);
            assertThat(row.reason()).contains("nothing is known against it: ONNX Runtime 1.29 reads its opsets");
        });
        assertThat(check.rows().get(2).reason()).isEqualTo("it needs opset 99; nor is it here: no provider");
        DocumentSchema.MODEL_CHECK.validate(document(check));
    }

    @Test
    void a_backend_that_is_not_here_says_so_without_a_try() {
        ModelCheck check = check(
                NEED,
                backend -> StaticCompatibility.unknown(),
                backend -> Optional.of(new TierCheck.Failed(Tier.COMPILED, "no provider", "install it")));
        assertThat(check.rows()).allSatisfy(row -> {
            assertThat(row.answer()).isEqualTo(Answer.NOT_HERE);
            assertThat(row.remedy()).contains("install it");
        });
    }

    @Test
    void a_backend_without_a_device_is_not_offered_and_nothing_to_install_is_prescribed_for_it() {
        ModelCheck check = ModelCheck.of(
                MODEL,
                NEED,
                FREE,
                List.of(Backends.NATIVE_CPU, Backends.CUDA),
                new Known(
                        Optional.empty(),
                        Optional.of(NOT_RUN),
                        List.of(),
                        Optional.empty(),
                        backend -> StaticCompatibility.unknown(),
                        backend -> Optional.of(new TierCheck.Failed(Tier.COMPILED, "no provider", "install it")),
                        backend -> backend.equals(Backends.CUDA)
                                ? Optional.of(
                                        new Untried("not tried: this machine has no NVIDIA GPU", "another machine"))
                                : Optional.empty()));
        assertThat(check.rows().get(0).remedy()).contains("install it");
        assertThat(check.rows().get(1)).satisfies(row -> {
            assertThat(row.answer()).isEqualTo(Answer.NOT_HERE);
            assertThat(row.reason()).isEqualTo("not tried: this machine has no NVIDIA GPU");
            assertThat(row.remedy()).contains("another machine");
        });
    }

    @Test
    void an_estimate_that_cannot_be_made_is_null_with_a_reason() throws Exception {
        JsonNode document = document(check(
                new MemoryNeed(Optional.empty(), "", "only an ONNX graph is read for it"),
                backend -> StaticCompatibility.unknown(),
                backend -> Optional.empty()));
        assertThat(document.at("/memory/weightBytes").isNull()).isTrue();
        DocumentSchema.MODEL_CHECK.validate(document);
    }

    /** Negative control. */
    @Test
    void a_document_that_promises_without_a_basis_does_not_fit_the_schema() throws Exception {
        ObjectNode document =
                document(check(NEED, backend -> StaticCompatibility.unknown(), backend -> Optional.empty()));
        ((ObjectNode) document.at("/backends/0")).put("answer", "yes");
        assertThat(DocumentSchema.MODEL_CHECK.complaints(document)).isNotEmpty();
        ObjectNode unexplained =
                document(check(NEED, backend -> StaticCompatibility.unknown(), backend -> Optional.empty()));
        ((ObjectNode) unexplained.at("/memory")).putNull("weightBytes");
        assertThat(DocumentSchema.MODEL_CHECK.complaints(unexplained)).isNotEmpty();
        unexplained.remove("memory");
        assertThat(DocumentSchema.MODEL_CHECK.complaints(unexplained)).isNotEmpty();
    }

    private static ObjectNode document(ModelCheck check) {
        return Json.MAPPER.valueToTree(ModelCheckDocument.of(check));
    }
}
