package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.execution.service.HardwareFindings;
import dev.bascule.execution.service.TargetArithmetic;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.CapabilitySet;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.hardware.ArithmeticStore;
import dev.bascule.studies.hardware.FakeBattery;
import dev.bascule.studies.hardware.FakeBattery.Planted;
import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.Processor;
import dev.bascule.studies.profile.ProfileReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on played engines: what it prints, how it ends, what plain doctor knows afterwards. */
class TestHardwareCommandTest {
    private static final Machine MACHINE = new Machine(
                    "f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of("avx2")), 8L << 30, List.of())
            .with(new Fingerprint(Map.of("cpu", "Test CPU"), Map.of("kernel", "6.1")));

    @TempDir
    Path folder;

    private final FakeBattery battery = new FakeBattery();
    private final FakeServices services = new FakeServices() {
        @Override
        public ConformanceService conformance() {
            return battery;
        }

        @Override
        public OutputJudge judge() {
            return OutputJudge.STANDARD;
        }
    };

    @BeforeEach
    void report() {
        reports(MACHINE, "cpu", "openvino");
    }

    private void reports(Machine machine, String... backends) {
        Device cpu = Device.of(new DeviceId("cpu:0"), HardwareClasses.CPU, "Test CPU", "test")
                .withCapabilities(List.of(Capability.claimed(CapabilityRegistry.INT8, true, "test", "said so")));
        services.doctor = (browsers, listener) -> new DoctorReport(
                machine,
                List.of(),
                List.of(backends).stream()
                        .map(id -> new NativeFinding(
                                id, List.of(), BackendStatus.OK, Map.of(), Optional.empty(), Optional.empty()))
                        .toList(),
                List.of(),
                Optional.of(
                        new HardwareFindings(HardwareMap.of(cpu), Map.of(), List.of(), Optional.of("nobody tells"))));
    }

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, services).run(arguments);
    }

    private JsonNode json(String... arguments) throws IOException {
        JsonNode document = Json.MAPPER.readTree(run(arguments).out());
        DocumentSchema.DOCTOR.validate(document);
        return document;
    }

    @Test
    void what_is_right_is_counted_and_plain_doctor_knows_it_afterwards() throws IOException {
        CliHarness.Result tested = run("doctor", "--test-hardware", "--browsers", "none");

        assertThat(tested.exit()).isZero();
        assertThat(tested.out())
                .containsPattern("hardware test +\\d+ checks on 2 backends in \\d+ s: \\d+ right\\R")
                .containsPattern("\\[✓] openvino +native, onnxruntime 1\\.29\\.0\\R")
                .contains("verified by test-hardware on 2026-11-21: fp32, fp64, int8");
        assertThat(tested.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));

        String later = run("doctor").out();
        assertThat(later)
                .doesNotContain("hardware test")
                .contains("verified fp32 fp64 int8")
                .contains("verified by test-hardware on 2026-11-21");
        JsonNode document = json("doctor", "--json");
        assertThat(document.path("tests").isNull()).isTrue();
        assertThat(document.at("/hardware/trials")).isNotEmpty();
    }

    @Test
    void how_backends_add_up_is_kept_in_the_cache() {
        run("doctor", "--test-hardware", "--browsers", "none");

        ArithmeticStore store =
                new ArithmeticStore(CacheFolder.of(Map.of(), folder.resolve("home")), word -> Assertions.fail(word));
        assertThat(store.of(MACHINE)).extracting(TargetArithmetic::backend).containsExactly("cpu", "openvino");
        assertThat(store.of(MACHINE)).allSatisfy(target -> {
            assertThat(target.at()).isEqualTo(CliHarness.NOW);
            assertThat(target.arithmetic())
                    .hasSizeGreaterThan(10)
                    .allMatch(one -> one.finding().isPresent());
        });
    }

    @Test
    void another_kernel_makes_the_doctor_forget() {
        run("doctor", "--test-hardware", "--browsers", "none");
        reports(MACHINE.with(new Fingerprint(Map.of("cpu", "Test CPU"), Map.of("kernel", "6.2"))), "cpu");

        assertThat(run("doctor").out()).contains("nothing verified").doesNotContain("test-hardware");
    }

    @Test
    void a_wrong_answer_and_a_crash_are_shown_first_and_end_with_exit_code_1() throws IOException {
        battery.plant(
                "openvino",
                "matmul-integer-u8s8",
                new Planted.Answer(Map.of("y", Value.of(Tensor.longs(Shape.of(1), 1)))));
        battery.plant("cpu", "erf-fp32", new Planted.Fell(new Fault.Lost("first", "killed by signal 11 (SIGSEGV)")));

        CliHarness.Result tested = run("doctor", "--test-hardware", "--browsers", "none");

        assertThat(tested.exit()).isEqualTo(1);
        assertThat(tested.out())
                .contains("1 WRONG")
                .contains("1 CRASHED")
                .containsPattern("wrong +matmul-integer-u8s8")
                .containsPattern("crashed +erf-fp32 .*\\R.*SIGSEGV")
                .contains("remedy: ")
                .contains("int8 is wrong on openvino: matmul-integer-u8s8: 4773 of 4773");
        JsonNode document = json("doctor", "--test-hardware", "--browsers", "none", "--json");
        assertThat(document.at("/tests/counts/wrong").asInt()).isEqualTo(1);
        assertThat(document.at("/tests/counts/crashed").asInt()).isEqualTo(1);
        assertThat(document.at("/tests/places/0/reasons").isObject()).isTrue();
        assertThat(document.findValuesAsText("id")).contains("matmul-integer-u8s8");
    }

    @Test
    void it_goes_into_the_bug_report() throws IOException {
        CliHarness.Result result =
                run("doctor", "--test-hardware", "--browsers", "none", "--report", "json", "bug.json");

        assertThat(result.exit()).isZero();
        JsonNode bug = Json.MAPPER.readTree(Files.readString(folder.resolve("bug.json")));
        assertThat(bug.at("/doctor/tests/places")).hasSize(2);
    }

    @Test
    void nothing_that_works_is_exit_code_5() {
        reports(MACHINE);

        CliHarness.Result result = run("doctor", "--test-hardware");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.out()).contains("nothing was tested");
    }

    @Test
    void with_a_model_to_check_it_is_a_usage_error_with_a_remedy() {
        CliHarness.Result result = run("doctor", "--test-hardware", "--check-model", "m.onnx");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("one at a time").contains("bascule doctor --test-hardware");
    }

    @Test
    void a_damaged_memory_is_none_with_a_word_on_stderr() throws IOException {
        run("doctor", "--test-hardware", "--browsers", "none");
        Path file;
        try (var files = Files.walk(folder)) {
            file = files.filter(each -> each.endsWith("trials.json"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(file, "{\"trials\": 1}");

        CliHarness.Result result = run("doctor");

        assertThat(result.exit()).isZero();
        assertThat(result.err()).contains("trials.json");
        assertThat(result.out()).contains("nothing verified");
    }

    @Test
    void what_a_profile_verified_reaches_the_doctor() {
        services.profile = (request, listener) -> new ProfileReport(
                MACHINE,
                CliHarness.NOW,
                Duration.ofSeconds(1),
                true,
                false,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Processor.UNKNOWN,
                Map.of(),
                List.of(),
                List.of(new PlaceProfile(
                        "native",
                        Backends.NATIVE_CPU,
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        CapabilitySet.of(List.of(Capability.verified(
                                CapabilityRegistry.FP32, true, "profile", "matmul in float32 was right"))),
                        Optional.empty())),
                List.of());
        run("profile", "--browsers", "none");

        assertThat(run("doctor").out())
                .contains("verified fp32; claimed")
                .contains("verified by profile on 2026-11-21: fp32 (cpu)");
    }
}
