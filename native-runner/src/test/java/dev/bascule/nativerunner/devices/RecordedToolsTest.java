package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What tools really wrote on machines of others; the README beside the recordings names them. */
class RecordedToolsTest {
    private static final long MIB = 1L << 20;

    @Test
    void nvidia_smi_of_a_driver_of_2026_gives_name_memory_and_clocks() {
        HardwareMap map = NvidiaSmiReader.parse(
                recording("nvidia-smi-rtx-4000-sff-ada.xml"), new SystemAnswer.Text("00000000:06:00.0, 8.9\n"));
        assertThat(map.gaps()).isEmpty();
        Device card = map.ofClass(HardwareClasses.DISCRETE_GPU).get(0);
        assertThat(card.id().toString()).contains("0000:06:00.0");
        assertThat(card.name()).isEqualTo("NVIDIA RTX 4000 SFF Ada Generation");
        assertThat(card.driver().orElseThrow().toString()).isEqualTo("nvidia 595.84");
        assertThat(card.memory().totalBytes()).hasValue(20475 * MIB);
        assertThat(card.memory().freeBytes()).hasValue(16482 * MIB);
        assertThat(card.capabilities().value(CapabilityRegistry.CUDA)).hasValue("13.2");
        assertThat(card.capabilities().value(CapabilityRegistry.CLOCK)).hasValue(3105L);
        assertThat(card.capabilities().value(CapabilityRegistry.PCI_ID)).hasValue("10de:27b0");
        assertThat(card.unknown()).isEmpty();
    }

    @Test
    void rocm_smi_gives_name_memory_and_target() {
        HardwareMap map = AmdSmiReader.rocmSmi(recording("rocm-smi-rx-6700-xt.json"));
        assertThat(map.gaps()).isEmpty();
        Device card = map.ofClass(HardwareClasses.GPU).get(0);
        assertThat(card.id().toString()).contains("0000:07:00.0");
        assertThat(card.name()).contains("RX 6700/6700 XT");
        assertThat(card.driver().orElseThrow().toString()).isEqualTo("amdgpu 6.3.6");
        assertThat(card.memory().totalBytes()).hasValue(12_868_124_672L);
        assertThat(card.memory().freeBytes()).hasValue(12_868_124_672L - 1_572_745_216L);
        assertThat(card.capabilities().has(CapabilityRegistry.FP16)).isTrue();
    }

    private static String recording(String name) {
        try (InputStream in = RecordedToolsTest.class.getResourceAsStream("recorded/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
