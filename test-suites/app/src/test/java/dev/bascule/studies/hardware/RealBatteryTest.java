package dev.bascule.studies.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.bascule.app.local.LocalConformanceService;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.execution.service.HardwareTests.Check;
import dev.bascule.execution.service.HardwareTests.Place;
import dev.bascule.execution.service.HardwareTests.Result;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.studies.arithmetic.ArithmeticProbe;
import dev.bascule.studies.arithmetic.ArithmeticProbes;
import dev.bascule.studies.conformance.OutputJudge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The battery on real engines, in their real child processes and pages. */
class RealBatteryTest {
    /** Made once, as their references take some time. */
    private static final List<HardwareCheck> ALL = HardwareChecks.all();

    private static final List<ArithmeticProbe> PROBES = ArithmeticProbes.all();

    /** What every engine has on its own device; the rest is for the whole battery on the CPU. */
    private static final Set<String> FEW =
            Set.of("matmul-fp32", "gemm-fp32", "conv-fp32", "softmax-fp32", "reduce-sum-fp32", "gather-fp32", "int64");

    /** How sums come out is asked everywhere, in all the ways where the whole battery runs. */
    private static HardwareTests run(DoctorReport found, BrowserChoice browsers, List<HardwareCheck> battery) {
        boolean whole = battery.size() == ALL.size();
        return new HardwareTester(
                        LocalConformanceService.ofThisMachine(Clock.systemUTC()),
                        OutputJudge.STANDARD,
                        Clock.systemUTC(),
                        battery,
                        whole ? PROBES : PROBES.subList(0, 1))
                .test(
                        "real",
                        "bascule doctor --test-hardware",
                        found,
                        BrowserSetup.of(browsers),
                        MachineLease.nothing(),
                        RunListener.silent());
    }

    private static Place onNative(String backend, List<HardwareCheck> battery) {
        DoctorReport found = new DoctorReport(
                machine(),
                List.of(),
                List.of(new NativeFinding(
                        backend, List.of(), BackendStatus.OK, Map.of(), Optional.empty(), Optional.empty())),
                List.of());
        HardwareTests tests = run(found, new BrowserChoice.None(), battery);
        assertThat(tests.missed()).isEmpty();
        assertThat(tests.places()).hasSize(1);
        return tests.places().get(0);
    }

    private static Machine machine() {
        return new Machine("f00d", "any", new Machine.Cpu("any", 2, List.of()), 8L << 30, List.of());
    }

    private static List<HardwareCheck> few() {
        return ALL.stream().filter(check -> FEW.contains(check.id())).toList();
    }

    private static Check check(Place place, String id) {
        return place.checks().stream()
                .filter(check -> check.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /**
     * On x86 without VNNI, ONNX Runtime adds pairs of products of unsigned and signed bytes up in 16 bits, which hold them to their range:
     * then the battery has to say WRONG.
     */
    private static boolean saturates(Check check) {
        return Set.of("matmul-integer-u8s8", "qlinear-conv-u8s8").contains(check.id())
                && check.result() == Result.WRONG
                && !hasVnni();
    }

    private static boolean hasVnni() {
        try {
            return Files.readString(Path.of("/proc/cpuinfo")).contains("vnni");
        } catch (IOException noLinux) {
            return false;
        }
    }

    @Test
    @Tag("native")
    void the_cpu_gets_every_check_right_but_what_its_engine_has_no_kernel_for() {
        Place place = onNative("cpu", ALL);

        assertThat(place.reason()).isEmpty();
        assertThat(place.checks())
                .filteredOn(check -> !saturates(check))
                .allSatisfy(check -> assertThat(check.result())
                        .as("%s: %s", check.id(), check.reason().orElse(""))
                        .isIn(Result.PASS, Result.UNSUPPORTED));
        assertThat(check(place, "matmul-fp32").isProof()).isTrue();
        assertThat(CapabilityResults.of(
                                new HardwareTests(
                                        java.time.Instant.EPOCH,
                                        java.time.Duration.ZERO,
                                        1,
                                        false,
                                        0,
                                        List.of(),
                                        List.of(place)),
                                List.of())
                        .stream()
                        .filter(CapabilityResult::right)
                        .map(CapabilityResult::capability))
                .contains("dtype.fp32", "operator.ai.onnx.Conv")
                .matches(right ->
                        right.contains("dtype.int8") == place.checks().stream().noneMatch(RealBatteryTest::saturates))
                .doesNotContain("dtype.fp16");
    }

    /**
     * In {@code mvn verify} OpenVinoRunnerTest has a right Add in float32 there, and LocalQuantizeServiceTest a network with a convolution. Whether
     * a MatMul and a Conv are right by an exact reference is asked here alone.
     */
    @Test
    @Tag("native")
    @Tag("openvino")
    @Tag("full")
    void openvino_is_right_where_its_own_record_puts_the_node() {
        assumeThat(LibrarySet.find(HostEnvironment.ofProcess(), LibrarySet.OPENVINO))
                .as("OpenVINO's library set is not installed: ./bascule install openvino")
                .isPresent();
        Place place = onNative("openvino", few());

        assertThat(check(place, "matmul-fp32").isProof()).isTrue();
        assertThat(check(place, "conv-fp32").isProof()).isTrue();
    }

    @Test
    @Tag("native")
    @Tag("webgpu-native")
    @Tag("full")
    void native_webgpu_is_right_and_leaves_64_bit_integers_to_the_cpu() {
        Place place = onNative("webgpu-native", few());
        assumeThat(place.reason()).as("native WebGPU finds no device").isEmpty();

        assertThat(check(place, "matmul-fp32").isProof()).isTrue();
        assertThat(check(place, "int64").result()).isEqualTo(Result.ELSEWHERE);
        assertThat(check(place, "int64").reason()).contains("right, but ran on cpu");
    }

    @Tag("full")
    @Test
    @Tag("browser")
    void the_bundled_browser_computes_on_its_cpu_and_its_gpu() {
        DoctorReport found = new DoctorReport(
                machine(),
                List.of(new BrowserFinding(
                        "any", Optional.empty(), "any", List.of(), List.of(finding("webgpu"), finding("wasm")))),
                List.of(),
                List.of());

        HardwareTests tests = run(found, new BrowserChoice.Named(List.of("chrome-headless-shell")), few());

        assertThat(tests.missed()).isEmpty();
        assertThat(tests.places()).extracting(Place::backend).containsExactly("webgpu", "wasm");
        for (Place place : tests.places()) {
            assumeThat(place.reason()).as(place.backend()).isEmpty();
            assertThat(place.place()).startsWith("Chrome Headless Shell ");
            assertThat(check(place, "matmul-fp32").isProof())
                    .as("%s: %s", place.backend(), check(place, "matmul-fp32"))
                    .isTrue();
        }
    }

    private static BrowserBackendFinding finding(String backend) {
        return new BrowserBackendFinding(
                backend, BackendStatus.OK, Optional.empty(), Map.of(), Optional.empty(), Optional.empty());
    }
}
