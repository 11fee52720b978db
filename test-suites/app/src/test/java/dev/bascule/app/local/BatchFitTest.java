package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.cases.Sizing;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.prediction.memory.MemoryBound;
import dev.bascule.prediction.memory.MemoryBounds;
import dev.bascule.prediction.memory.MemorySample;
import dev.bascule.prediction.memory.TargetKind;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A row of {@code y = -x} takes 4 kB at {@code x} and 4 kB at {@code y}. */
class BatchFitTest {
    private static final int COLUMNS = 1000;
    private static final long ROW = 2 * 4 * COLUMNS;

    @TempDir
    Path folder;

    private final List<String> heard = new ArrayList<>();
    private final List<Integer> prepared = new ArrayList<>();
    private final RunListener listener = new RunListener() {
        @Override
        public void note(String text) {
            heard.add(text);
        }
    };

    private static SuiteCase wanted(int batch) {
        SuiteModel model = new SuiteModel("neg.onnx", "neg", SuiteModel.Feed.NONE);
        return new SuiteCase(
                CaseId.of("test", "unit", "neg", Map.of("batch", Integer.toString(batch))),
                model,
                RunSettings.DEFAULT.with(CaseKeys.BATCH, batch),
                List.of(Chain.of(Backends.NATIVE_CPU)),
                Comparisons.OFF);
    }

    private PreparedCase testCase(SuiteCase wanted, String operator, int rows, String file) {
        GraphProto graph = GraphProto.newBuilder()
                .addNode(
                        NodeProto.newBuilder().setOpType(operator).addInput("x").addOutput("y"))
                .build();
        ModelArtifact artifact = file.isEmpty()
                ? Artifacts.write(
                        folder,
                        ModelProto.newBuilder()
                                .setIrVersion(8)
                                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(13))
                                .setGraph(graph)
                                .build()
                                .toByteArray(),
                        "onnx")
                : new ModelArtifact("0".repeat(64), 100, folder.resolve(file));
        return new PreparedCase(
                wanted.id(),
                new ModelInfo(
                        "neg",
                        "0".repeat(64),
                        100,
                        Family.OTHER,
                        "unknown",
                        Map.of("ai.onnx", 13L),
                        Map.of(operator, 1),
                        0),
                artifact,
                List.of("y"),
                Map.of(),
                new PreparedCase.Feeding(
                        Feeds.of(Map.of("x", Tensor.floats(Shape.of(rows, COLUMNS), new float[rows * COLUMNS]))),
                        Sizing.NONE,
                        rows == wanted.batch(),
                        Optional.empty()),
                SessionSettings.defaults(),
                PreparedCase.Answers.NONE,
                Map.of());
    }

    private PreparedCase batched(SuiteCase wanted) {
        prepared.add(wanted.batch());
        return testCase(wanted, "Neg", wanted.batch(), "");
    }

    private BatchFit.Ready fit(int batch, long freeBytes) {
        return new BatchFit(() -> new FreeMemory(OptionalLong.of(freeBytes), "told by the test"))
                .fit(wanted(batch), this::batched, listener);
    }

    @Test
    void a_batch_that_fits_is_left_alone_and_nothing_is_said() {
        BatchFit.Ready ready = fit(8, 8 * ROW);

        assertThat(ready.wanted()).isEqualTo(wanted(8));
        assertThat(ready.testCase().notes()).isEmpty();
        assertThat(heard).isEmpty();
        assertThat(prepared).containsExactly(8);
    }

    @Test
    void a_cell_of_a_model_whose_batch_is_fixed_does_not_say_that_it_was_larger() {
        BatchFit.Ready ready = new BatchFit(() -> new FreeMemory(OptionalLong.of(ROW), "told by the test"))
                .fit(wanted(8), wanted -> testCase(wanted, "Neg", 1, ""), listener);

        assertThat(ready.wanted().batch()).isEqualTo(1);
        assertThat(ready.testCase().id().toString()).contains("batch=1");
        assertThat(ready.testCase().notes()).containsEntry("batch", "asked for 8: no input follows it");
        assertThat(heard).singleElement().asString().contains("no input follows the batch of 8");
    }

    @Test
    void negative_control_one_byte_less_and_it_is_halved_and_the_case_says_so() {
        BatchFit.Ready ready = fit(8, 8 * ROW - 1);

        assertThat(ready.wanted().batch()).isEqualTo(4);
        assertThat(ready.wanted().id().settings()).containsEntry("batch", "4");
        assertThat(ready.testCase().id()).isEqualTo(ready.wanted().id());
        assertThat(ready.testCase().notes().get("batch"))
                .isEqualTo("reduced from 8 to 4 before starting: its tensors need 62.5 KiB, but 62.5 KiB are free (told"
                        + " by the test)");
        assertThat(heard).singleElement().asString().contains("the batch is halved to 4");
    }

    private BatchFit.Ready grown(int batch, long freeBytes, Optional<MemoryBound> bound) {
        FreeMemory free = new FreeMemory(OptionalLong.of(freeBytes), "told by the test");
        return new BatchFit(() -> free, new BatchFit.Growth(need -> bound, () -> free))
                .fit(wanted(batch), this::batched, listener);
    }

    @Test
    void tensors_that_fit_are_halved_where_the_process_may_grow_beyond_what_is_free() {
        TargetKind kind = new TargetKind("native", "cpu");
        MemoryBounds bounds = MemoryBounds.of(List.of(new MemorySample(kind, "m", "a", 0, 48L << 20)));
        FreeMemory free = new FreeMemory(OptionalLong.of((48L << 20) + 5 * ROW), "told by the test");
        BatchFit.Ready ready = new BatchFit(() -> free, new BatchFit.Growth(need -> bounds.of(kind, need), () -> free))
                .fit(wanted(64), this::batched, listener);

        assertThat(ready.wanted().batch()).isEqualTo(4);
        assertThat(ready.testCase().notes().get("batch"))
                .startsWith("reduced from 64 to 4 before starting: its process may grow by")
                .contains("the most of 1 architectures (1 models) measured on native cpu: covers 50 %");
    }

    @Test
    void where_no_process_was_measured_the_tensors_alone_decide() {
        assertThat(grown(8, 8 * ROW, Optional.empty()).wanted().batch()).isEqualTo(8);
        assertThat(grown(8, 8 * ROW - 1, Optional.empty()).wanted().batch()).isEqualTo(4);
    }

    @Test
    void it_is_halved_until_it_fits() {
        BatchFit.Ready ready = fit(64, 5 * ROW);

        assertThat(ready.wanted().batch()).isEqualTo(4);
        assertThat(prepared).containsExactly(64, 32, 16, 8, 4);
        assertThat(ready.testCase().notes().get("batch")).startsWith("reduced from 64 to 4");
    }

    @Test
    void one_row_that_does_not_fit_is_tried_all_the_same_with_a_warning() {
        BatchFit.Ready ready = fit(2, ROW / 2);

        assertThat(ready.wanted().batch()).isEqualTo(1);
        assertThat(heard).hasSize(2);
        assertThat(heard.get(1)).contains("may not fit").contains("7.81 KiB").contains("3.91 KiB are free");
    }

    @Test
    void where_the_system_tells_nothing_nothing_is_reduced() {
        BatchFit.Ready ready = new BatchFit(() -> new FreeMemory(OptionalLong.empty(), "nobody says"))
                .fit(wanted(1 << 12), this::batched, listener);

        assertThat(ready.wanted().batch()).isEqualTo(1 << 12);
        assertThat(heard).isEmpty();
    }

    @Test
    void a_model_whose_batch_is_fixed_is_not_halved() {
        BatchFit.Ready ready = new BatchFit(() -> new FreeMemory(OptionalLong.of(ROW), "told by the test"))
                .fit(wanted(8), wanted -> testCase(wanted, "Neg", 3, ""), listener);

        assertThat(ready.wanted()).isEqualTo(wanted(8).withBatch(1));
        assertThat(heard).hasSize(2);
        assertThat(heard.get(1)).contains("may not fit").doesNotContain("halved");
    }

    @Test
    void as_many_rows_as_were_asked_for_are_that_batch_whoever_gave_them_and_are_not_halved() {
        BatchFit.Ready ready = new BatchFit(() -> new FreeMemory(OptionalLong.of(ROW), "told by the test"))
                .fit(wanted(8), wanted -> testCase(wanted, "Neg", 8, ""), listener);

        assertThat(ready.wanted()).isEqualTo(wanted(8));
        assertThat(ready.testCase().notes()).isEmpty();
        assertThat(heard).singleElement().asString().contains("may not fit").contains("would change nothing");
    }

    @Test
    void a_shape_that_only_looks_as_if_it_followed_the_batch_does_not() {
        BatchFit.Ready ready = new BatchFit(() -> new FreeMemory(OptionalLong.of(100 * ROW), "told by the test"))
                .fit(wanted(8), wanted -> testCase(wanted, "Neg", 16, ""), listener);

        assertThat(ready.wanted()).isEqualTo(wanted(8).withBatch(1));
    }

    @Test
    void unknown_shapes_make_it_a_lower_bound_which_the_words_say() {
        BatchFit.Ready ready = new BatchFit(() -> new FreeMemory(OptionalLong.of(3 * ROW / 2), "told by the test"))
                .fit(wanted(4), wanted -> testCase(wanted, "Mystery", wanted.batch(), ""), listener);

        // Only x is known, half of a row.
        assertThat(ready.wanted().batch()).isEqualTo(2);
        assertThat(heard).singleElement().asString().contains("need at least");
    }

    @Test
    void a_file_that_cannot_be_read_as_a_graph_is_for_the_attempt_to_tell() {
        for (String file : List.of("gone.onnx", "script.pt")) {
            BatchFit.Ready ready = new BatchFit(() -> new FreeMemory(OptionalLong.of(1), "told by the test"))
                    .fit(wanted(8), wanted -> testCase(wanted, "Neg", 8, file), listener);
            assertThat(ready.wanted()).isEqualTo(wanted(8));
        }
        assertThat(heard).isEmpty();
    }

    private static Device gpu(String vendor, HardwareClass type, DeviceMemory memory) {
        return Device.of(new DeviceId("pci:1"), type, "Test GPU", "the test")
                .withVendor(vendor)
                .withMemory(memory);
    }

    private void warn(Device... devices) {
        BatchFit.warn(batched(wanted(8)), Backends.CUDA, () -> List.of(devices), listener);
    }

    @Test
    void a_device_whose_own_memory_is_too_small_is_told() {
        warn(gpu("NVIDIA", HardwareClasses.DISCRETE_GPU, DeviceMemory.own(16 * ROW, Optional.of(7 * ROW))));

        assertThat(heard)
                .singleElement()
                .asString()
                .contains("may not fit on cuda")
                .contains("the free memory of Test GPU is 54.7 KiB");
    }

    @Test
    void negative_control_enough_or_shared_or_unknown_memory_or_another_vendors_is_not_told() {
        warn(gpu("NVIDIA", HardwareClasses.DISCRETE_GPU, DeviceMemory.own(16 * ROW, Optional.of(8 * ROW))));
        warn(gpu("NVIDIA", HardwareClasses.INTEGRATED_GPU, DeviceMemory.host(Optional.of(ROW), Optional.empty())));
        warn(gpu("NVIDIA", HardwareClasses.DISCRETE_GPU, DeviceMemory.unknown()));
        warn(gpu("Intel", HardwareClasses.DISCRETE_GPU, DeviceMemory.own(ROW, Optional.empty())));
        warn(gpu("NVIDIA", HardwareClasses.SOFTWARE_GPU, DeviceMemory.own(ROW, Optional.empty())));
        BatchFit.warn(
                batched(wanted(8)),
                Backends.NATIVE_CPU,
                () -> {
                    throw new AssertionError("the CPU's memory is the host's");
                },
                listener);
        assertThat(heard).isEmpty();
    }

    @Test
    void of_several_devices_the_roomiest_counts() {
        warn(
                gpu("NVIDIA", HardwareClasses.DISCRETE_GPU, DeviceMemory.own(ROW, Optional.empty())),
                gpu("NVIDIA", HardwareClasses.DISCRETE_GPU, DeviceMemory.own(9 * ROW, Optional.empty())));

        assertThat(heard).isEmpty();
    }

    private static CaseRun ran(int batch, Outcome outcome, ErrorCode code) {
        Place place = new Place(
                new NativeOnly(
                                ScriptedLauncher.of(
                                        number -> ScriptedRunner.named("none").build()),
                                new TimeBreakdown(),
                                List.of())
                        .nativeSource(),
                Backends.NATIVE_CPU);
        Attempt attempt = Attempt.notStarted(
                place.target(), outcome, Failure.of(code, "it said so"), Instant.EPOCH, Duration.ZERO);
        return new CaseRun(
                wanted(batch).id(),
                new ModelInfo("neg", "0".repeat(64), 100, Family.OTHER, "unknown", Map.of(), Map.of(), 0),
                Chain.of(Backends.NATIVE_CPU),
                List.of(attempt),
                Optional.empty(),
                "again");
    }

    @Test
    void what_ran_out_of_the_hosts_or_the_devices_memory_may_be_halved() {
        for (ErrorCode code : List.of(ErrorCode.OUT_OF_MEMORY, ErrorCode.DEVICE_OUT_OF_MEMORY)) {
            assertThat(BatchFit.mayHalve(wanted(2), ran(2, Outcome.OUT_OF_MEMORY, code)))
                    .isTrue();
        }
        BatchFit.Ready half = BatchFit.halved(wanted(7), this::batched);
        assertThat(half.wanted().batch()).isEqualTo(3);
        assertThat(half.testCase().notes()).containsEntry("batch", "halved from 7 to 3: out of memory");
    }

    @Test
    void negative_control_another_failure_or_a_single_row_is_not_halved() {
        assertThat(BatchFit.mayHalve(wanted(2), ran(2, Outcome.FAILED, ErrorCode.EXECUTION_FAILED)))
                .isFalse();
        assertThat(BatchFit.mayHalve(wanted(1), ran(1, Outcome.OUT_OF_MEMORY, ErrorCode.OUT_OF_MEMORY)))
                .isFalse();
    }
}
