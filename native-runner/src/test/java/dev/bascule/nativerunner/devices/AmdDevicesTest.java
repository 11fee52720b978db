package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import org.junit.jupiter.api.Test;

class AmdDevicesTest {
    @Test
    void an_instinct_card_is_one_device_of_three_looks() {
        HardwareMap map =
                DeviceSurvey.full(RecordedSystem.of("linux-amd-mi300x")).hardware();

        assertThat(map.ofClass(HardwareClasses.GPU)).hasSize(1);
        Device card = map.find(DeviceId.pci("0000:05:00.0")).orElseThrow();
        assertThat(card.type()).isEqualTo(HardwareClasses.DISCRETE_GPU);
        assertThat(card.name()).isEqualTo("AMD Instinct MI300X");
        assertThat(card.driver().orElseThrow().toString()).isEqualTo("amdgpu 6.8.5");
        assertThat(card.memory().totalBytes()).hasValue(206_141_652_992L);
        assertThat(card.memory().freeBytes()).hasValue(206_141_652_992L - 297_000_960);
        assertThat(card.capabilities().value(CapabilityRegistry.GFX_TARGET)).hasValue("gfx942");
        assertThat(card.capabilities().value(CapabilityRegistry.COMPUTE_UNITS)).hasValue(304L);
        assertThat(card.capabilities().value(CapabilityRegistry.SUBGROUP_SIZE)).hasValue(64L);
        assertThat(card.capabilities().has(CapabilityRegistry.MATRIX_CORES)).isTrue();
        assertThat(card.capabilities().has(CapabilityRegistry.FP8)).isTrue();
        assertThat(card.isReachable()).isTrue();
        assertThat(map.related(card.id(), Relation.Kind.REACHED_THROUGH)).hasSize(1);
    }

    @Test
    void files_alone_give_target_units_and_memory() {
        Device card = DeviceSurvey.quick(RecordedSystem.of("linux-amd-mi300x"))
                .hardware()
                .ofClass(HardwareClasses.GPU)
                .get(0);
        assertThat(card.type()).isEqualTo(HardwareClasses.DISCRETE_GPU);
        assertThat(card.name()).isEqualTo("AMD gfx942");
        assertThat(card.memory().totalBytes()).hasValue(206_141_652_992L);
        assertThat(card.capabilities().value(CapabilityRegistry.COMPUTE_UNITS)).hasValue(304L);
    }

    @Test
    void rocm_smi_is_asked_where_amd_smi_is_missing_and_its_warnings_are_passed_over() {
        HardwareMap map =
                DeviceSurvey.full(RecordedSystem.of("linux-amd-radeon")).hardware();

        Device card = map.ofClass(HardwareClasses.GPU).get(0);
        assertThat(card.name()).isEqualTo("Radeon RX 7900 XT");
        assertThat(card.driver().orElseThrow().version()).hasValue("6.10.5");
        assertThat(card.memory().freeBytes()).hasValue(21_458_059_264L - 27_856_896);
        assertThat(card.capabilities().has(CapabilityRegistry.FP8)).isFalse();
        assertThat(card.capabilities().has(CapabilityRegistry.BF16)).isTrue();
    }

    @Test
    void a_user_who_may_not_open_the_device_file_is_told_so() {
        Device card = DeviceSurvey.quick(RecordedSystem.of("linux-amd-radeon"))
                .hardware()
                .ofClass(HardwareClasses.GPU)
                .get(0);
        assertThat(card.barrier().orElseThrow()).contains("may not open /dev/kfd", "render");
    }

    @Test
    void an_integrated_radeon_is_told_from_a_card_by_vulkan_alone() {
        Device before = DeviceSurvey.quick(RecordedSystem.of("linux-amd-laptop"))
                .hardware()
                .ofClass(HardwareClasses.GPU)
                .get(0);
        assertThat(before.type()).isEqualTo(HardwareClasses.GPU);
        assertThat(before.unknown()).containsKey(Device.CLASS);

        HardwareMap map =
                DeviceSurvey.full(RecordedSystem.of("linux-amd-laptop")).hardware();
        assertThat(map.ofClass(HardwareClasses.GPU)).hasSize(1);
        Device after = map.ofClass(HardwareClasses.GPU).get(0);
        assertThat(after.id()).isEqualTo(before.id());
        assertThat(after.type()).isEqualTo(HardwareClasses.INTEGRATED_GPU);
        assertThat(after.unknown()).doesNotContainKey(Device.CLASS);
        assertThat(after.capabilities().value(CapabilityRegistry.VULKAN)).hasValue("1.3.289");
    }

    @Test
    void a_ryzen_npu_is_found_by_its_driver() {
        HardwareMap map =
                DeviceSurvey.quick(RecordedSystem.of("linux-amd-laptop")).hardware();
        Device npu = map.ofClass(HardwareClasses.NPU).get(0);
        assertThat(npu.driver().orElseThrow().name()).isEqualTo("amdxdna");
        assertThat(npu.isReachable()).isTrue();
    }

    @Test
    void the_kernels_numbers_become_addresses_and_targets() {
        assertThat(KfdReader.address(0, 18176)).isEqualTo("0000:47:00.0");
        assertThat(KfdReader.address(1, 0x0509)).isEqualTo("0001:05:01.1");
        assertThat(GfxTarget.ofVersion(90010).orElseThrow().toString()).isEqualTo("gfx90a");
        assertThat(GfxTarget.ofVersion(110501).orElseThrow().toString()).isEqualTo("gfx1151");
        assertThat(GfxTarget.ofVersion(0)).isEmpty();
        assertThat(GfxTarget.parse("gfx90a")).isEqualTo(GfxTarget.ofVersion(90010));
        assertThat(GfxTarget.parse("sm_90")).isEmpty();
    }

    @Test
    void an_older_target_claims_no_matrix_cores() {
        GfxTarget vega = GfxTarget.parse("gfx906").orElseThrow();
        assertThat(vega.capabilities("test")).anySatisfy(capability -> {
            assertThat(capability.id()).isEqualTo(CapabilityRegistry.MATRIX_CORES);
            assertThat(capability.value()).isEqualTo(false);
        });
    }

    @Test
    void reports_that_are_none_are_gaps() {
        assertThat(AmdSmiReader.amdSmi("ERROR: no GPU").gaps()).hasSize(1);
        assertThat(AmdSmiReader.amdSmi("[]").devices()).isEmpty();
        assertThat(AmdSmiReader.amdSmi("[]").gaps()).hasSize(1);
        assertThat(AmdSmiReader.rocmSmi("{\"system\": {\"Driver version\": \"6\"}}")
                        .gaps())
                .hasSize(1);
    }

    @Test
    void nothing_is_asked_where_the_driver_is_not_loaded() {
        HardwareMap map = DeviceSurvey.full(
                        RecordedSystem.of("linux-amd-mi300x").without("/sys/module/amdgpu"))
                .hardware();
        assertThat(map.ofClass(HardwareClasses.GPU).get(0).sources()).doesNotContain("amd-smi");
    }
}
