package dev.bascule.studies.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.Arithmetic;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.execution.service.HardwareFindings;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.execution.service.HardwareTests.Check;
import dev.bascule.execution.service.HardwareTests.Result;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Showed;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.arithmetic.ArithmeticProbe;
import dev.bascule.studies.arithmetic.ArithmeticProbes;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.hardware.FakeBattery.Planted;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class HardwareTesterTest {
    private static final Value WRONG = Value.of(Tensor.longs(Shape.of(67), new long[67]));
    private static final DeviceId CPU = new DeviceId("cpu:0");

    /** Made once: their references take longer than what a fake makes of them. */
    private static final List<HardwareCheck> BATTERY = HardwareChecks.all();

    private static final List<ArithmeticProbe> PROBES = ArithmeticProbes.all();

    /** For what is told of any check alike. */
    private static final List<HardwareCheck> FEW = BATTERY.stream()
            .filter(check -> Set.of("matmul-fp32", "gelu-fp32", "int64").contains(check.id()))
            .toList();

    private final FakeBattery battery = new FakeBattery();

    private static DoctorReport found(String... backends) {
        Device cpu = Device.of(CPU, HardwareClasses.CPU, "Test CPU", "test")
                .withCapabilities(List.of(Capability.claimed(CapabilityRegistry.FP32, true, "test", "said so")));
        return new DoctorReport(
                new Machine("f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of("avx2")), 1L << 33, List.of()),
                List.of(),
                Stream.of(backends)
                        .map(id -> new NativeFinding(
                                id,
                                List.<TierCheck>of(),
                                BackendStatus.OK,
                                Map.of(),
                                Optional.empty(),
                                Optional.empty()))
                        .toList(),
                List.of(),
                Optional.of(new HardwareFindings(HardwareMap.of(cpu), Map.of(), List.of(), Optional.empty())));
    }

    private HardwareTests few(String... backends) {
        return test(OutputJudge.STANDARD, FEW, PROBES.subList(0, 1), backends);
    }

    private HardwareTests test(String... backends) {
        return test(OutputJudge.STANDARD, BATTERY, PROBES, backends);
    }

    private HardwareTests test(
            OutputJudge judge, List<HardwareCheck> checks, List<ArithmeticProbe> probes, String... backends) {
        return new HardwareTester(battery, judge, Clock.systemUTC(), checks, probes)
                .test(
                        "id",
                        "bascule doctor --test-hardware",
                        found(backends),
                        BrowserSetup.of(new BrowserChoice.None()),
                        MachineLease.nothing(),
                        RunListener.silent());
    }

    private static Check check(HardwareTests tests, String id) {
        return tests.places().get(0).checks().stream()
                .filter(check -> check.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> verified(HardwareTests tests) {
        return CapabilityResults.of(tests, List.of("avx2")).stream()
                .filter(CapabilityResult::right)
                .map(CapabilityResult::capability)
                .toList();
    }

    @Test
    void right_answers_that_are_proven_verify_what_they_show() {
        HardwareTests tests = test("cpu");

        assertThat(tests.isGood()).isTrue();
        assertThat(tests.count(Result.PASS)).isEqualTo(tests.checks());
        assertThat(tests.missed()).isEmpty();
        assertThat(tests.corrupted()).isPositive();
        // On a CPU without such instructions 16-bit floats were converted, whatever came out.
        assertThat(verified(tests))
                .contains("dtype.fp32", "dtype.int8", "operator.ai.onnx.Conv")
                .doesNotContain("dtype.fp16", "dtype.bf16");
        assertThat(CapabilityResults.of(tests, List.of("avx512_bf16")).stream().map(CapabilityResult::capability))
                .contains("dtype.bf16")
                .doesNotContain("dtype.fp16");
    }

    @Test
    void a_planted_wrong_answer_is_found_with_its_place_and_contradicts_the_claim() {
        battery.plant("cpu", "int64", new Planted.Answer(Map.of("y", WRONG)));
        HardwareCheck product = BATTERY.get(0);
        Tensor right = ((Value.One) product.testCase().sets().get(0).expected().get("y")).tensor();
        byte[] bytes = right.bytes();
        bytes[4 * 1234 + 2] ^= 0x10;
        battery.plant(
                "cpu",
                product.id(),
                new Planted.Answer(Map.of("y", Value.of(Tensor.of(right.dtype(), right.shape(), bytes)))));

        HardwareTests tests = test("cpu");

        assertThat(tests.isGood()).isFalse();
        assertThat(tests.count(Result.WRONG)).isEqualTo(2);
        assertThat(check(tests, "int64").reason())
                .hasValueSatisfying(why -> assertThat(why).contains("67 of 67"));
        Check wrong = check(tests, product.id());
        assertThat(wrong.difference().orElseThrow().worst().orElseThrow().index())
                .isEqualTo(1234);
        assertThat(wrong.remedy()).isPresent();
        assertThat(verified(tests)).doesNotContain("dtype.fp32").contains("dtype.int8");

        DoctorReport report =
                CapabilityResults.applied(found("cpu").with(tests), CapabilityResults.of(tests, List.of()));
        Device cpu = report.hardware().orElseThrow().map().find(CPU).orElseThrow();
        assertThat(Showed.has(cpu.capabilities(), CapabilityRegistry.FP32)).isFalse();
        assertThat(Showed.has(cpu.capabilities(), CapabilityRegistry.INT8)).isTrue();
        assertThat(report.hardware().orElseThrow().trials())
                .anyMatch(about -> !about.trial().right()
                        && about.trial().capability().equals("dtype.fp32")
                        && about.trial().evidence().contains("matmul-fp32"));
    }

    /** The fake answers with what comes without rounding, rounded once to the format. */
    @Test
    void what_sums_are_computed_in_is_told_of_each_operator_that_answered_on_the_backend_itself() {
        battery.plant("cpu", "gemm-float16", new Planted.On(List.of("XnnpackExecutionProvider")));
        battery.plant("cpu", "matmul-bfloat16", refused("no kernel"));

        List<Arithmetic> told = test("cpu").places().get(0).arithmetic();

        assertThat(told).hasSize(18);
        assertThat(told.get(0).operator()).isEqualTo("MatMul");
        assertThat(told.get(0).finding().orElseThrow().name()).isEqualTo("fp64");
        assertThat(told.get(0).finding().orElseThrow().isCertain()).isTrue();
        assertThat(told.stream().filter(one -> one.finding().isEmpty()).map(Arithmetic::reason))
                .extracting(Optional::orElseThrow)
                .satisfiesExactly(
                        why -> assertThat(why).startsWith("it ran on "),
                        why -> assertThat(why).contains("no kernel"));
    }

    @Test
    void what_ran_on_another_backend_is_right_and_proves_nothing() {
        battery.plant("openvino", "*", new Planted.On(List.of("CPUExecutionProvider")));
        battery.plant(
                "openvino", "gelu-fp32", new Planted.On(List.of("OpenVINOExecutionProvider", "CPUExecutionProvider")));

        HardwareTests tests = few("openvino");

        assertThat(tests.count(Result.ELSEWHERE)).isEqualTo(tests.checks());
        assertThat(check(tests, "gelu-fp32").ranOn()).contains("1 on cpu, 1 on openvino");
        assertThat(check(tests, "matmul-fp32").reason()).contains("right, but ran on cpu");
        assertThat(tests.isGood()).isTrue();
        assertThat(CapabilityResults.of(tests, List.of())).isEmpty();
    }

    @Test
    void an_answer_that_nothing_places_is_right_and_verifies_nothing() {
        battery.plant("cpu", "*", new Planted.On(List.of()));

        HardwareTests tests = few("cpu");

        assertThat(tests.count(Result.PASS)).isEqualTo(tests.checks());
        assertThat(check(tests, "matmul-fp32").remark())
                .hasValueSatisfying(remark -> assertThat(remark).contains("verifies nothing"));
        assertThat(CapabilityResults.of(tests, List.of())).isEmpty();
    }

    /** Core ML's nodes are on Core ML, and no record shows on which device. */
    @Test
    void a_backend_that_hides_its_device_verifies_none() {
        HardwareTests tests = few("coreml");

        assertThat(tests.count(Result.PASS)).isEqualTo(tests.checks());
        assertThat(tests.places().get(0).device()).isEmpty();
        assertThat(CapabilityResults.of(tests, List.of())).isEmpty();
    }

    @Test
    void what_a_page_computed_is_known_of_its_own_device_and_of_the_one_behind_it() {
        Device seen = Device.of(
                new DeviceId("browser:chrome-153.0/wasm"), HardwareClasses.BROWSER_CPU, "WebAssembly", "Chrome 153.0");
        Device other = Device.of(
                new DeviceId("browser:chrome-152.0/wasm"), HardwareClasses.BROWSER_CPU, "WebAssembly", "Chrome 152.0");
        HardwareTests tests = test("wasm");
        DoctorReport host = found("wasm");
        DoctorReport report = new DoctorReport(
                host.machine(),
                List.of(new DoctorReport.BrowserFinding("Chrome", Optional.of("153.0"), "any", List.of(), List.of())),
                List.of(),
                List.of(),
                host.hardware()
                        .map(findings -> findings.tried(findings.map().and(HardwareMap.of(seen, other)), List.of())));

        HardwareMap map = CapabilityResults.applied(report, CapabilityResults.of(tests, List.of()))
                .hardware()
                .orElseThrow()
                .map();

        assertThat(map.devices())
                .filteredOn(device -> Showed.has(device.capabilities(), CapabilityRegistry.INT8))
                .extracting(Device::id)
                .containsExactly(CPU, seen.id());
        // Of a browser that is not there any more nothing is known.
        assertThat(CapabilityResults.applied(host, CapabilityResults.of(tests, List.of()))
                        .hardware()
                        .orElseThrow()
                        .trials())
                .isEmpty();
    }

    @Test
    void webnn_hides_its_device_whatever_it_was_asked_for() {
        assertThat(CapabilityResults.of(few("webnn"), List.of())).isEmpty();
    }

    @Test
    void a_crash_a_refusal_and_a_failure_are_told_apart_and_cost_no_other_check() {
        battery.plant("cpu", "int64", new Planted.Fell(new Fault.Lost("first", "killed by signal 11 (SIGSEGV)")));
        battery.plant(
                "cpu", "conv-bf16", refused("ORT_NOT_IMPLEMENTED: Could not find an implementation for Conv(22)"));
        battery.plant(
                "cpu",
                "conv-fp16",
                refused(
                        "shader_helper.cc:401 GenerateSourceCode Program Conv requires f16 but the device does not support it."));
        battery.plant("cpu", "erf-fp32", refused("something that no engine has said before"));

        HardwareTests tests = test("cpu");

        assertThat(check(tests, "int64").result()).isEqualTo(Result.CRASHED);
        assertThat(check(tests, "conv-bf16").result()).isEqualTo(Result.UNSUPPORTED);
        assertThat(check(tests, "conv-bf16").reason())
                .hasValueSatisfying(why -> assertThat(why).contains("Could not find an implementation"));
        assertThat(check(tests, "conv-fp16").result()).isEqualTo(Result.UNSUPPORTED);
        assertThat(check(tests, "erf-fp32").result()).isEqualTo(Result.FAILED);
        assertThat(tests.count(Result.PASS)).isEqualTo(tests.checks() - 4);
        assertThat(tests.isGood()).isFalse();
    }

    private static Planted refused(String message) {
        return new Planted.Fell(new Fault.Refused("first", "OrtException", message, Optional.empty(), Phases.NONE));
    }

    @Test
    @Tag("red-team")
    void a_judge_that_notices_nothing_is_noticed() {
        HardwareTests tests = test((one, outputs) -> true, FEW, PROBES.subList(0, 1), "cpu");

        assertThat(tests.missed()).isNotEmpty();
        assertThat(tests.isGood()).isFalse();
    }

    @Test
    void only_backends_that_work_are_tested_and_one_that_is_gone_says_why() {
        battery.plant("cuda", "*", new Planted.Absent("the card fell off the bus"));

        HardwareTests tests = few("cpu", "cuda");

        assertThat(tests.places()).hasSize(2);
        assertThat(tests.places().get(1).reason()).contains("the card fell off the bus");
        assertThat(tests.places().get(1).checks()).isEmpty();
        assertThat(tests.isUseful()).isTrue();

        HardwareTests none = few();
        assertThat(none.places()).isEmpty();
        assertThat(none.isUseful()).isFalse();
    }
}
