package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.runner.BackendStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeviceDiagnosisTest {
    private static final Device CPU = Device.of(new DeviceId("cpu:0"), HardwareClasses.CPU, "A CPU", "/proc/cpuinfo");
    private static final Device CARD = Device.of(
                    DeviceId.pci("0000:01:00.0"), HardwareClasses.DISCRETE_GPU, "A card", "nvidia-smi")
            .withVendor("NVIDIA");

    private static NativeFinding cuda(BackendStatus status) {
        return new NativeFinding(
                "cuda",
                List.of(new TierCheck.Failed(Tier.COMPILED, "no CUDA set is installed", "bascule install cuda")),
                status,
                Map.of(),
                Optional.of("no CUDA set is installed"),
                Optional.of("bascule install cuda"));
    }

    private static NativeFinding told(NativeFinding finding, Device... devices) {
        return DeviceDiagnosis.told(List.of(finding), HardwareMap.of(devices), "Linux", "amd64")
                .get(0);
    }

    @Test
    void nobody_is_told_to_install_libraries_for_a_card_that_is_not_there() {
        NativeFinding told = told(cuda(BackendStatus.MISSING), CPU);
        assertThat(told.reason()).hasValue("no CUDA set is installed; and this machine has no NVIDIA GPU");
        assertThat(told.remedy()).hasValueSatisfying(words -> assertThat(words).doesNotContain("bascule install"));
        assertThat(((TierCheck.Failed) told.tiers().get(0)).nextStep()).contains("use a machine with one");
    }

    @Test
    void where_the_card_is_there_or_the_backend_works_the_finding_stays() {
        assertThat(told(cuda(BackendStatus.MISSING), CPU, CARD)).isEqualTo(cuda(BackendStatus.MISSING));
        assertThat(told(cuda(BackendStatus.DEGRADED), CPU)).isEqualTo(cuda(BackendStatus.DEGRADED));
        // Of a machine whose devices nobody saw nothing is concluded.
        assertThat(told(cuda(BackendStatus.MISSING))).isEqualTo(cuda(BackendStatus.MISSING));
    }
}
