package dev.bascule.fallback.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HardwareMapTest {
    private static final Device CPU =
            Device.of(new DeviceId("cpu:0"), HardwareClasses.CPU, "Test CPU", "/proc/cpuinfo");
    private static final Device CARD = Device.of(
                    DeviceId.pci("0000:01:00.0"), HardwareClasses.DISCRETE_GPU, "Test card", "nvidia-smi")
            .withMemory(DeviceMemory.own(8L << 30, Optional.of(7L << 30)))
            .withCapabilities(
                    List.of(Capability.claimed(CapabilityRegistry.BF16, true, "nvidia-smi", "Compute Cap 8.0")));
    private static final Relation BUS =
            new Relation(CARD.id(), Relation.Kind.REACHED_THROUGH, CPU.id(), "PCIe 4.0 x16");

    private final HardwareMap map = HardwareMap.of(CPU, CARD).withRelations(List.of(BUS));

    @Test
    void devices_are_found_by_class() {
        assertThat(map.ofClass(HardwareClasses.GPU)).containsExactly(CARD);
        assertThat(map.ofClass(HardwareClasses.PROCESSOR)).containsExactly(CPU, CARD);
        assertThat(map.ofClass(HardwareClasses.INTEGRATED_GPU)).isEmpty();
    }

    @Test
    @Tag("red-team")
    void a_claim_is_not_verified_until_a_trial_showed_it() {
        assertThat(Showed.has(CARD.capabilities(), CapabilityRegistry.BF16)).isFalse();

        HardwareMap tried = map.withVerified(
                CARD.id(), Capability.verified(CapabilityRegistry.BF16, true, "profile", "GEMM right"));

        assertThat(Showed.has(tried.find(CARD.id()).orElseThrow().capabilities(), CapabilityRegistry.BF16))
                .isTrue();
        assertThat(tried.withVerified(
                                CARD.id(), Capability.verified(CapabilityRegistry.BF16, false, "profile", "wrong"))
                        .find(CARD.id())
                        .orElseThrow()
                        .capabilities()
                        .has(CapabilityRegistry.BF16))
                .isFalse();
    }

    @Test
    void a_relation_counts_from_both_ends_only_where_it_is_mutual() {
        assertThat(map.related(CARD.id(), Relation.Kind.REACHED_THROUGH)).containsExactly(CPU);
        assertThat(map.related(CPU.id(), Relation.Kind.REACHED_THROUGH)).isEmpty();

        HardwareMap shared =
                map.withRelations(List.of(new Relation(CARD.id(), Relation.Kind.SHARES_MEMORY_WITH, CPU.id(), "test")));
        assertThat(shared.related(CPU.id(), Relation.Kind.SHARES_MEMORY_WITH)).containsExactly(CARD);
    }

    @Test
    void a_relation_with_a_device_that_nobody_found_is_not_shown() {
        assertThat(HardwareMap.of(CARD).withRelations(List.of(BUS)).relationsOf(CARD.id()))
                .isEmpty();
        assertThat(HardwareMap.of(CARD)
                        .withRelations(List.of(BUS))
                        .and(HardwareMap.of(CPU))
                        .relationsOf(CARD.id()))
                .containsExactly(BUS);
    }

    @Test
    void two_looks_at_one_device_become_one_that_knows_what_either_knew() {
        Device bus = Device.of(CARD.id(), HardwareClasses.GPU, "10de:2330", "/sys/bus/pci")
                .withDriver(new Driver("nvidia", Optional.empty()))
                .withBarrier("no /dev/nvidia0 in this container")
                .withUnknown(Device.MEMORY, "sysfs does not tell")
                .withUnknown(Device.CLASS, "nor which kind")
                .withUnknown("share", "cut into instances");

        HardwareMap both =
                HardwareMap.of(bus).and(HardwareMap.of(CARD.withDriver(new Driver("nvidia", Optional.of("550")))));

        assertThat(both.devices()).hasSize(1);
        Device device = both.devices().get(0);
        assertThat(device.type()).isEqualTo(HardwareClasses.DISCRETE_GPU);
        assertThat(device.driver().orElseThrow().version()).hasValue("550");
        assertThat(device.memory().totalBytes()).hasValue(8L << 30);
        assertThat(device.barrier()).isPresent();
        assertThat(device.unknown()).containsOnlyKeys("share");
        assertThat(device.sources()).containsExactly("/sys/bus/pci", "nvidia-smi");
    }

    @Test
    void what_a_class_brings_is_claimed_by_the_class() {
        Capability<Boolean> brought =
                CARD.capabilities().find(CapabilityRegistry.FP32).orElseThrow();
        assertThat(brought.standing()).isInstanceOf(CapabilityStatus.Claimed.class);
        assertThat(brought.standing().by()).isEqualTo("class");
        assertThat(CARD.capabilities().find(CapabilityRegistry.FP8)).isEmpty();
    }

    @Test
    void a_look_that_brought_nothing_is_kept_with_its_reason_once() {
        HardwareMap gap = HardwareMap.gap("nvidia-smi", "not found on the path");
        assertThat(map.and(gap).and(gap).gaps())
                .containsExactly(new HardwareMap.Gap("nvidia-smi", "not found on the path"));
    }

    @Test
    void an_id_says_where_a_device_sits() {
        assertThat(DeviceId.pci("0000:0A:00.0")).isEqualTo(new DeviceId("pci:0000:0a:00.0"));
        assertThatThrownBy(() -> new DeviceId("GPU")).isInstanceOf(IllegalArgumentException.class);
    }
}
