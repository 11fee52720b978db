package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.hardware.HardwareMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemChainTest {

    @ParameterizedTest
    @CsvSource({
        "macos-m3-pro,mps→cpu",
        "macos-intel,cpu",
        "linux-nvidia-h100,cuda→openvino→cpu",
        "linux-amd-mi300x,rocm→openvino→cpu",
        "linux-amd-laptop,rocm→openvino→cpu",
        "linux-intel-laptop,openvino→cpu",
        // Out of reach: a GPU that this process may not open is none to start with.
        "linux-nvidia-shut-container,openvino→cpu",
        // Nobody can tell: a try will. Systems without a PCI bus show no card, and this recording has none.
        "linux-raspberry-pi,cuda→cpu",
        "linux-amd-radeon,cuda→openvino→cpu",
        "linux-virtual-machine,cuda→rocm→openvino→cpu",
        "windows-laptop,cuda→openvino→cpu"
    })
    void a_chain_has_what_the_systems_devices_carry_and_ends_on_the_cpu(String system, String chain) {
        assertThat(SystemChain.of(RecordedSystem.of(system)).chain()).hasToString(chain);
    }

    @Test
    void each_backend_that_the_system_may_have_is_explained_and_no_other_is_named() {
        assertThat(SystemChain.of(RecordedSystem.of("linux-intel-laptop")).reason())
                .startsWith(
                        "Linux on amd64; no cuda: this machine has no NVIDIA GPU; no rocm: this machine has no AMD GPU;"
                                + " openvino: ")
                .contains("Intel")
                .doesNotContain("mps");
        assertThat(SystemChain.of(RecordedSystem.of("linux-nvidia-h100")).reason())
                .contains("; cuda: NVIDIA H100", "is here (discrete GPU");
        assertThat(SystemChain.of(RecordedSystem.of("linux-nvidia-shut-container"))
                        .reason())
                .contains("no cuda: ", "is out of reach");
        assertThat(SystemChain.of(RecordedSystem.of("macos-m3-pro")).reason())
                .isEqualTo("Mac OS X on aarch64; mps: Apple silicon has a GPU on its chip");
        assertThat(SystemChain.of(RecordedSystem.of("macos-intel")).reason())
                .isEqualTo("Mac OS X on x86_64; no mps: it exists on arm64 only, and this is x86_64");
    }

    @Test
    void a_system_that_shows_nothing_rules_nothing_out() {
        assertThat(SystemChain.of(HardwareMap.empty(), "Linux", "amd64").chain())
                .hasToString("cuda→rocm→openvino→cpu");
        assertThat(SystemChain.of(HardwareMap.empty(), "FreeBSD", "aarch64").chain())
                .hasToString("cpu");
    }

    @Test
    void this_machine_is_looked_at_once_and_has_a_cpu() {
        SystemChain chain = SystemChain.ofThisMachine();

        assertThat(chain).isSameAs(SystemChain.ofThisMachine());
        assertThat(chain.chain().rungs()).endsWith(Backends.NATIVE_CPU);
        assertThat(chain.reason()).startsWith(System.getProperty("os.name"));
    }
}
