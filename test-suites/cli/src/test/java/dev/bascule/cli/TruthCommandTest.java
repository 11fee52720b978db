package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.truth.ModelValue;
import dev.bascule.studies.truth.TargetTruth;
import dev.bascule.studies.truth.TruthReport;
import dev.bascule.studies.truth.TruthRequest;
import dev.bascule.studies.truth.ValueTruth;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthCommandTest {
    @TempDir
    private Path folder;

    private final List<TruthRequest> asked = new ArrayList<>();

    private CliHarness.Result run(TruthReport report, String... words) {
        FakeServices services = new FakeServices();
        services.truth = (request, listener) -> {
            asked.add(request);
            return report;
        };
        return new CliHarness(folder, services).run(words);
    }

    private static ValueTruth value(int node, boolean output, long outside, double most) {
        return new ValueTruth(
                new ModelValue(node, "Conv", "conv" + node, "y" + node, output),
                Optional.of(new Difference(
                        100,
                        outside,
                        0.25,
                        0.5,
                        OptionalDouble.of(12),
                        OptionalDouble.of(1),
                        Optional.empty(),
                        0,
                        Optional.of(new Difference.Noise(most, most / 4, 0, 0)))),
                Optional.of("12 σ"),
                Optional.empty());
    }

    private static TargetTruth target(String version, long outside, double most) {
        ValueTruth output = value(2, true, outside, most);
        return new TargetTruth(
                new Target(
                        Backends.NATIVE_CPU,
                        Optional.empty(),
                        new Engine("onnxruntime", version, Optional.empty()),
                        DeviceType.CPU,
                        Optional.empty(),
                        Map.of()),
                List.of(output),
                List.of(value(0, false, 0, 1), value(1, false, outside, most), output),
                Optional.empty());
    }

    private static TruthReport report(TargetTruth... targets) {
        return new TruthReport(
                "bert-micro",
                "f00d",
                3,
                8,
                Duration.ofMillis(400),
                List.of(targets),
                List.of(new TruthReport.Absent("cuda", "no GPU")),
                false);
    }

    @Test
    void the_nearest_target_stands_first_and_a_wrong_output_ends_with_1() {
        CliHarness.Result result = run(report(target("9.9", 40, 5000), target("1.29.0", 0, 2)), "truth", "bert-micro");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out())
                .containsSubsequence("[1]  cpu, onnxruntime 1.29.0", "0.500 σ", "right", "[2]  cpu, onnxruntime 9.9")
                .contains("WRONG: 40 of 100 values of 'y2'")
                .contains("[1] 3 values of 3 compared: rounding explains all")
                .contains("[2] first further off than rounding explains: Conv 'conv1' (node 2): 40 of 100 values")
                .contains("not here: cuda");
    }

    @Test
    void right_targets_end_with_0_and_the_document_has_every_node() throws IOException {
        CliHarness.Result result = run(report(target("1.29.0", 0, 2)), "truth", "bert-micro", "--json");

        assertThat(result.exit()).isZero();
        JsonNode document = new ObjectMapper().readTree(result.out());
        DocumentSchema.TRUTH.validate(document);
        assertThat(document.at("/targets/0/right").asBoolean()).isTrue();
        assertThat(document.at("/targets/0/nodes")).hasSize(3);
        assertThat(document.at("/targets/0/nodes/1/difference/mostDeviations").asDouble())
                .isEqualTo(2);
        assertThat(document.at("/absent/0/backend").asText()).isEqualTo("cuda");
    }

    @Test
    void what_did_not_run_and_what_was_not_compared_fits_the_schema_too() throws IOException {
        TargetTruth fell = new TargetTruth(
                target("1", 0, 1).target(), List.of(), List.of(), Optional.of("it does not open the model"));
        ValueTruth unlike = new ValueTruth(
                new ModelValue(0, "Conv", "", "y", true),
                Optional.empty(),
                Optional.empty(),
                Optional.of("no such output"));
        TargetTruth partly =
                new TargetTruth(target("2", 0, 1).target(), List.of(unlike), List.of(unlike), Optional.empty());
        CliHarness.Result result =
                run(report(fell, partly, target("3", 1, Double.POSITIVE_INFINITY)), "truth", "bert-micro", "--json");

        DocumentSchema.TRUTH.validate(new ObjectMapper().readTree(result.out()));
    }

    @Test
    void targets_are_named_with_their_browsers_and_are_all_there_are_unless_named() {
        run(report(), "truth", "bert-micro", "--target", "chromium:webgpu", "--target", "cpu");

        assertThat(asked.get(0).targets())
                .extracting(chosen -> chosen.backend().id())
                .containsExactly("webgpu", "cpu");
        assertThat(asked.get(0).run().setup().choice()).isEqualTo(new BrowserChoice.Named(List.of("chromium")));
        run(report(), "truth", "bert-micro");
        assertThat(asked.get(1).targets()).allMatch(chosen -> !chosen.named()).hasSizeGreaterThan(8);
    }

    @Test
    void what_cannot_be_asked_is_refused_before_anything_is_started() {
        assertThat(run(report(), "truth", "bert-micro", "--target", "chromium:cpu")
                        .exit())
                .isEqualTo(2);
        assertThat(run(report(), "truth", "quickstart").exit()).isEqualTo(2);
        assertThat(run(report(), "truth", "bert-micro", "--nodes", "-1").exit()).isEqualTo(2);
        assertThat(run(report(), "truth", "bert-micro", "--target", "webgup").exit())
                .isEqualTo(2);
        assertThat(asked).isEmpty();
    }
}
