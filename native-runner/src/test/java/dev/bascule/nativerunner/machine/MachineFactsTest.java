package dev.bascule.nativerunner.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.devices.ContainerLimits;
import dev.bascule.nativerunner.devices.DeviceSurvey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MachineFactsTest {
    private static final long GIB = 1L << 30;
    private static final List<String> XEON = List.of("flags\t\t: fpu sse4_1 sse4_2 avx f16c avx2 fma avx512f avx512bw"
            + " avx512vl avx512_vnni amx_tile amx_int8 hypervisor");

    @Test
    void the_flags_that_matter_are_read_from_linux() {
        assertThat(CpuFeatures.parse(XEON))
                .containsExactly(
                        "amx_int8",
                        "amx_tile",
                        "avx",
                        "avx2",
                        "avx512_vnni",
                        "avx512bw",
                        "avx512f",
                        "avx512vl",
                        "f16c",
                        "fma",
                        "sse4_1",
                        "sse4_2");
    }

    @Test
    void the_flags_of_other_systems_get_the_same_names() {
        assertThat(CpuFeatures.parse(List.of("PF_AVX2_INSTRUCTIONS_AVAILABLE", "PF_SSE4_1_INSTRUCTIONS_AVAILABLE")))
                .containsExactly("avx2", "sse4_1");
        assertThat(CpuFeatures.parse(List.of("hw.optional.arm.FEAT_DotProd: 1", "machdep.cpu.features: SSE4.2 AVX1.0")))
                .containsExactly("asimddp", "avx", "sse4_2");
        assertThat(CpuFeatures.parse(List.of("Features\t: fp asimd evtstrm asimdhp asimddp i8mm bf16 sve")))
                .containsExactly("asimd", "asimddp", "asimdhp", "bf16", "i8mm", "sve");
    }

    @Test
    void no_flag_is_read_from_a_longer_word() {
        assertThat(CpuFeatures.parse(List.of("flags: avx512vbmi xavx2 avx2x"))).isEmpty();
    }

    @Test
    void adapters_that_compute_nothing_are_software() {
        for (String name : List.of(
                "llvmpipe (LLVM 15.0.6, 256 bits)",
                "SwiftShader Device (Subzero)",
                "Microsoft Basic Render Driver",
                "QXL paravirtual graphic card",
                "GD 5446",
                "ASPEED Graphics Family")) {
            assertThat(GpuNames.isSoftware(name, name.startsWith("GD") ? "Cirrus Logic" : "any"))
                    .as(name)
                    .isTrue();
        }
        for (String name : List.of("Virtio 1.0 GPU", "VMware SVGA II Adapter", "Parallels Display Adapter")) {
            assertThat(GpuNames.isSoftware(name, "any")).as(name).isFalse();
            assertThat(GpuNames.isVirtual(name, "any")).as(name).isTrue();
        }
        assertThat(GpuNames.isVirtual("llvmpipe on Virtio", "any")).isFalse();
        for (String name : List.of("NVIDIA H100", "Radeon RX 7900 XT", "Intel(R) Arc(TM) A770", "Apple M2")) {
            assertThat(GpuNames.isSoftware(name, "any")).as(name).isFalse();
            assertThat(GpuNames.isVirtual(name, "any")).as(name).isFalse();
        }
    }

    @Test
    void a_machine_is_described_by_what_the_system_says() {
        Machine machine = machine(facts("12.4", 16 * GIB));
        assertThat(machine.os()).isEqualTo("Debian GNU/Linux 12.4 amd64");
        assertThat(machine.cpu().name()).isEqualTo("Intel(R) Xeon(R)");
        assertThat(machine.hasHardwareGpu()).isTrue();
    }

    @Test
    void an_update_of_the_system_or_a_reserved_page_does_not_make_another_machine() {
        String fingerprint = machine(facts("12.4", 16 * GIB)).fingerprint();
        assertThat(machine(facts("12.5", 16 * GIB)).fingerprint()).isEqualTo(fingerprint);
        assertThat(machine(facts("12.4", 16 * GIB - 300_000_000)).fingerprint()).isEqualTo(fingerprint);
        assertThat(fingerprint).matches("[0-9a-f]{64}");
    }

    @Test
    void another_system_or_memory_makes_another_machine() {
        String fingerprint = machine(facts("12.4", 16 * GIB)).fingerprint();
        assertThat(machine(facts("13.0", 16 * GIB)).fingerprint()).isNotEqualTo(fingerprint);
        assertThat(machine(facts("12.4", 8 * GIB)).fingerprint()).isNotEqualTo(fingerprint);
    }

    @Test
    void a_busy_machine_and_a_changed_frequency_are_noise_and_a_quiet_one_is_not() {
        Load quiet = load(0.2, 2600);
        assertThat(quiet.noiseUntil(load(1.9, 2620))).isEmpty();
        assertThat(load(1.9, 2600).noiseUntil(quiet))
                .contains("noisy: load average 1.9 on 2 logical processors before the run");
        assertThat(quiet.noiseUntil(load(0.2, 1300)))
                .contains("noisy: the processors' frequency went from 2600 to 1300 MHz during the run");
    }

    @Test
    void a_system_that_tells_no_figure_makes_no_noise() {
        Load unknown = new Load(OptionalDouble.empty(), OptionalDouble.empty(), 2, OptionalDouble.empty());
        assertThat(unknown.noiseUntil(unknown)).isEmpty();
    }

    @Test
    void the_mean_frequency_is_read_from_linux() {
        assertThat(LoadProbe.meanMegahertz(List.of("cpu MHz\t\t: 2600.000", "cache size : 1", "cpu MHz\t\t: 2400.000")))
                .hasValue(2500);
        assertThat(LoadProbe.meanMegahertz(List.of("BogoMIPS : 50"))).isEmpty();
    }

    @Test
    void this_machine_has_a_processor_and_memory_and_the_same_fingerprint_twice() {
        Machine machine = MachineProbe.read();
        assertThat(machine.cpu().cores()).isPositive();
        assertThat(machine.memoryBytes().orElseThrow()).isGreaterThan(GIB / 4);
        assertThat(MachineProbe.read().fingerprint()).isEqualTo(machine.fingerprint());
        assertThat(LoadProbe.read().cores()).isPositive();
    }

    @Test
    void a_busy_minute_that_is_over_is_no_noise_and_one_that_goes_on_names_how_much() {
        Load after = load(3, 2600).withOthers(OptionalDouble.of(0.05));
        Load within = load(3, 2600).withOthers(OptionalDouble.of(1.3));

        assertThat(after.noiseUntil(load(3, 2600))).isEmpty();
        assertThat(within.noiseUntil(load(3, 2600)))
                .contains("noisy: other programs kept 1.3 of 2 logical processors busy before the run");
        assertThat(within.at(load(0.1, 2000)).noiseUntil(load(0.1, 2000)))
                .as("what was before the run counts, not what is in it")
                .isPresent();
    }

    @Test
    void what_others_do_is_looked_at_only_after_a_busy_minute() {
        Load now = LoadProbe.beforeRun();

        assertThat(now.byOthers().isPresent()).isEqualTo(now.wasBusy() && Files.isReadable(Path.of("/proc/stat")));
        now.byOthers().ifPresent(busy -> assertThat(busy).isNotNegative());
    }

    private static Load load(double average, double megahertz) {
        return new Load(OptionalDouble.of(average), OptionalDouble.of(megahertz), 2, OptionalDouble.empty());
    }

    private static Machine machine(MachineFacts facts) {
        return facts.machine(new DeviceSurvey(HardwareMap.empty(), ContainerLimits.none()), false);
    }

    private static MachineFacts facts(String version, long memory) {
        return new MachineFacts(
                "Debian GNU/Linux",
                version,
                "6.1.0-18-amd64",
                "amd64",
                "Intel(R)  Xeon(R) ",
                8,
                XEON,
                Optional.of(memory),
                List.of(new MachineFacts.Adapter("Intel(R) Arc(TM) A770", "Intel", Optional.empty())),
                Optional.empty(),
                false);
    }
}
