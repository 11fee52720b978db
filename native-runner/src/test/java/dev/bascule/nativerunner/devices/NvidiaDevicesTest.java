package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import dev.bascule.fallback.hardware.Showed;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class NvidiaDevicesTest {
    private static final long MIB = 1L << 20;
    private static final DeviceId FIRST = DeviceId.pci("0000:1b:00.0");
    private static final DeviceId SECOND = DeviceId.pci("0000:9d:00.0");

    @Test
    void two_cards_are_found_with_memory_driver_and_what_they_claim() {
        HardwareMap map =
                DeviceSurvey.full(RecordedSystem.of("linux-nvidia-h100")).hardware();

        assertThat(map.ofClass(HardwareClasses.DISCRETE_GPU))
                .extracting(Device::id)
                .containsExactly(FIRST, SECOND);
        Device card = map.find(FIRST).orElseThrow();
        assertThat(card.name()).isEqualTo("NVIDIA H100 80GB HBM3");
        assertThat(card.driver().orElseThrow().toString()).isEqualTo("nvidia 550.54.15");
        assertThat(card.memory().totalBytes()).hasValue(81559 * MIB);
        assertThat(card.memory().freeBytes()).hasValue(81004 * MIB);
        assertThat(card.memory().sharedWithHost()).hasValue(false);
        assertThat(card.capabilities().value(CapabilityRegistry.COMPUTE_CAPABILITY))
                .hasValue("9.0");
        assertThat(card.capabilities().value(CapabilityRegistry.TENSOR_CORES)).hasValue(4L);
        assertThat(card.capabilities().has(CapabilityRegistry.FP8)).isTrue();
        assertThat(card.capabilities().has(CapabilityRegistry.INT4)).isFalse();
        assertThat(Showed.has(card.capabilities(), CapabilityRegistry.FP16)).isFalse();
        assertThat(card.capabilities().value(CapabilityRegistry.PCI_ID)).hasValue("10de:2330");
        assertThat(card.capabilities().value(CapabilityRegistry.CUDA)).hasValue("12.4");
        assertThat(card.barrier()).isEmpty();
        assertThat(card.unknown()).isEmpty();
        assertThat(card.sources()).contains("nvidia-smi", "/proc/driver/nvidia", "/sys/bus/pci/devices");
    }

    @Test
    void each_card_is_reached_through_the_package_that_it_hangs_on() {
        HardwareMap map =
                DeviceSurvey.quick(RecordedSystem.of("linux-nvidia-h100")).hardware();

        assertThat(map.related(FIRST, Relation.Kind.REACHED_THROUGH))
                .extracting(Device::id)
                .containsExactly(new DeviceId("cpu:0"));
        assertThat(map.related(SECOND, Relation.Kind.REACHED_THROUGH))
                .extracting(Device::id)
                .containsExactly(new DeviceId("cpu:1"));
        assertThat(map.relationsOf(SECOND).get(0).evidence()).isEqualTo("PCIe 32.0 GT/s x16");
    }

    @Test
    void without_tools_the_drivers_own_files_give_name_and_version_and_say_what_is_missing() {
        Device card = DeviceSurvey.quick(RecordedSystem.of("linux-nvidia-h100"))
                .hardware()
                .find(FIRST)
                .orElseThrow();

        assertThat(card.name()).isEqualTo("NVIDIA H100 80GB HBM3");
        assertThat(card.driver().orElseThrow().version()).hasValue("550.54.15");
        assertThat(card.memory().totalBytes()).isEmpty();
        assertThat(card.unknown()).containsKey(Device.MEMORY);
        assertThat(card.capabilities().find(CapabilityRegistry.FP16)).isEmpty();
    }

    @Test
    void a_card_cut_into_instances_says_so() {
        Device card = DeviceSurvey.full(RecordedSystem.of("linux-nvidia-h100"))
                .hardware()
                .find(SECOND)
                .orElseThrow();
        assertThat(card.unknown().get("share")).contains("MIG");
    }

    @Test
    void a_frame_buffer_of_the_board_and_other_bridges_are_no_gpu() {
        HardwareMap map =
                DeviceSurvey.quick(RecordedSystem.of("linux-nvidia-h100")).hardware();
        assertThat(map.find(DeviceId.pci("0000:03:00.0"))).isEmpty();
        assertThat(map.gaps()).anySatisfy(gap -> assertThat(gap.reason()).contains("ASPEED", "computes nothing"));
        assertThat(map.find(DeviceId.pci("0000:00:1f.0"))).isEmpty();
    }

    @Test
    void a_card_that_the_container_was_not_given_is_there_and_behind_a_barrier() {
        HardwareMap map = DeviceSurvey.full(RecordedSystem.of("linux-nvidia-shut-container"))
                .hardware();

        Device card = map.ofClass(HardwareClasses.GPU).get(0);
        assertThat(card.name()).isEqualTo("NVIDIA GeForce RTX 3090");
        assertThat(card.driver().orElseThrow().version()).hasValue("535.161.07");
        assertThat(card.isReachable()).isFalse();
        assertThat(card.barrier().orElseThrow())
                .contains("this container (docker) has no /dev/nvidia0", "NVIDIA_VISIBLE_DEVICES is 'void'");
        assertThat(map.gaps()).contains(new HardwareMap.Gap("nvidia-smi", "nvidia-smi is not on the path"));
    }

    @Test
    void a_report_that_is_cut_off_or_of_another_tool_is_a_gap_and_no_card() {
        String cut = RecordedSystem.of("linux-nvidia-h100")
                .run("nvidia-smi", "-q", "-x")
                .text()
                .orElseThrow();
        for (String text : new String[] {"", "No devices were found", cut.substring(0, 900), "<html></html>"}) {
            HardwareMap map = NvidiaSmiReader.parse(text, new SystemAnswer.Text(""));
            assertThat(map.devices()).as(text).isEmpty();
            assertThat(map.gaps()).as(text).hasSize(1);
        }
    }

    @Test
    void where_the_compute_capability_is_not_told_no_precision_is_claimed() {
        HardwareMap map = DeviceSurvey.full(RecordedSystem.of("linux-nvidia-h100")
                        .saying(
                                "nvidia-smi --query-gpu=pci.bus_id,compute_cap --format=csv,noheader",
                                "Field \"compute_cap\" is not a valid field to query."))
                .hardware();
        Device card = map.find(FIRST).orElseThrow();
        assertThat(card.capabilities().find(CapabilityRegistry.FP16)).isEmpty();
        assertThat(card.unknown()).containsKey("precisions");
    }

    @Test
    void nvidia_smi_is_not_asked_where_there_is_no_driver() {
        HardwareMap map = DeviceSurvey.full(RecordedSystem.of("linux-virtual-machine")
                        .saying("nvidia-smi", "<nvidia_smi_log><gpu id=\"0\"/></nvidia_smi_log>"))
                .hardware();
        assertThat(map.ofClass(HardwareClasses.DISCRETE_GPU)).isEmpty();
    }

    @Test
    void generations_of_tensor_cores_follow_from_the_compute_capability_and_the_name() {
        assertThat(tensorCores(6, 1, "GeForce GTX 1080")).isEmpty();
        assertThat(tensorCores(7, 0, "Tesla V100")).hasValue(1);
        assertThat(tensorCores(7, 5, "Tesla T4")).hasValue(2);
        assertThat(tensorCores(7, 5, "NVIDIA GeForce GTX 1660 Ti")).isEmpty();
        assertThat(tensorCores(7, 5, "NVIDIA T1000")).isEmpty();
        assertThat(tensorCores(8, 6, "NVIDIA GeForce RTX 3090")).hasValue(3);
        assertThat(tensorCores(8, 9, "NVIDIA L4")).hasValue(4);
        assertThat(tensorCores(12, 0, "NVIDIA GeForce RTX 5090")).hasValue(5);
        assertThat(new ComputeCapability(9, 0).fp32LanesPerMultiprocessor()).hasValue(128);
        assertThat(new ComputeCapability(42, 0).fp32LanesPerMultiprocessor()).isEmpty();
        assertThat(ComputeCapability.parse("[N/A]")).isEmpty();
    }

    private static OptionalInt tensorCores(int major, int minor, String name) {
        return new ComputeCapability(major, minor).tensorCores(name);
    }
}
