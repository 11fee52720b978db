package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.HardwareFindings;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.Driver;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorDevicesTest {
    private static final Fingerprint PARTS =
            new Fingerprint(Map.of("cpu", "Test CPU", "gpus", "10de:2330"), Map.of("driver nvidia", "550.54.15"));

    private static final Device CPU = Device.of(new DeviceId("cpu:0"), HardwareClasses.CPU, "Test CPU", "/proc/cpuinfo")
            .withMemory(DeviceMemory.host(Optional.of(16L << 30), Optional.of(8L << 30)));
    private static final Device CARD = Device.of(
                    DeviceId.pci("0000:01:00.0"), HardwareClasses.DISCRETE_GPU, "NVIDIA H100", "nvidia-smi")
            .withVendor("NVIDIA")
            .withDriver(new Driver("nvidia", Optional.of("550.54.15")))
            .withCapabilities(List.of(
                    Capability.verified(CapabilityRegistry.FP16, true, "profile", "GEMM right"),
                    Capability.claimed(CapabilityRegistry.FP8, true, "nvidia-smi", "compute capability 9.0"),
                    Capability.claimed(CapabilityRegistry.INT4, false, "nvidia-smi", "compute capability 9.0"),
                    Capability.claimed(CapabilityRegistry.TENSOR_CORES, 4L, "nvidia-smi", "compute capability 9.0")))
            .withUnknown(Device.MEMORY, "nvidia-smi gives none")
            .withBarrier("this container (docker) has no /dev/nvidia0");

    @TempDir
    Path folder;

    private CliHarness.Result run(String... arguments) {
        FakeServices services = new FakeServices();
        HardwareMap map = HardwareMap.of(CPU, CARD)
                .withRelations(List.of(
                        new Relation(CARD.id(), Relation.Kind.REACHED_THROUGH, CPU.id(), "PCIe generation 5 x16")))
                .withGap("vulkaninfo", "not on the path");
        services.doctor = (browsers, listener) -> new DoctorReport(
                new Machine(
                        PARTS.machineHash(),
                        "Linux",
                        new Machine.Cpu("Test CPU", 2, List.of()),
                        Optional.of(16L << 30),
                        List.of(),
                        Optional.of(PARTS)),
                List.of(),
                List.of(),
                List.of(),
                Optional.of(new HardwareFindings(
                        map,
                        Map.of("cpus", "1.50"),
                        List.of(new HardwareFindings.CacheFinding("L2", 1 << 20, 1, 2)),
                        Optional.empty())));
        return new CliHarness(folder, services).run(arguments);
    }

    @Test
    void each_device_is_shown_with_what_stands_before_it_and_what_it_claims() {
        String out = run("doctor").out();
        assertThat(out)
                .contains("[✓] Test CPU (CPU, cpu:0)")
                .contains("the host's memory 16.0 GiB (8.0 GiB free)")
                .contains("[!] NVIDIA H100 (discrete GPU, pci:0000:01:00.0)")
                .contains("out of reach: this container (docker) has no /dev/nvidia0")
                .contains("memory not told, driver nvidia 550.54.15, generation of tensor cores 4")
                .contains("verified fp16; claimed fp32 fp8")
                .contains("reached through Test CPU (PCIe generation 5 x16)")
                .contains("this process: cpus 1.50")
                .contains("caches as reported: L2 1024 KiB x2")
                .doesNotContain("int4")
                .doesNotContain("fingerprint");
        assertThat(out.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void verbose_shows_who_says_so_what_is_unknown_and_the_fingerprints_parts() {
        assertThat(run("doctor", "-v").out())
                .contains("dtype.fp16 = true, verified by profile: GEMM right")
                .contains("dtype.int4 = false, claimed by nvidia-smi")
                .contains("memory = unknown: nvidia-smi gives none")
                .contains("not seen by vulkaninfo: not on the path")
                .contains("machine   " + PARTS.machineHash())
                .contains("gpus = 10de:2330")
                .contains("with what works on it  " + PARTS.stateHash())
                .contains("driver nvidia = 550.54.15");
    }

    @Test
    void json_has_every_device_and_a_reason_for_each_null() throws Exception {
        JsonNode document = Json.MAPPER.readTree(run("doctor", "--json").out());
        JsonNode card = document.at("/hardware/devices/1");
        assertThat(card.at("/class").asText()).isEqualTo("gpu.discrete");
        assertThat(card.at("/isA").toString()).isEqualTo("[\"gpu\",\"processor\"]");
        assertThat(card.at("/reachable").asBoolean()).isFalse();
        assertThat(card.at("/memory/totalBytes").isNull()).isTrue();
        assertThat(card.at("/reasons").path("memory.totalBytes").asText()).isEqualTo("nvidia-smi gives none");
        assertThat(card.at("/driver/version").asText()).isEqualTo("550.54.15");
        assertThat(card.at("/relations/0/kind").asText()).isEqualTo("reached-through");
        assertThat(card.at("/capabilities").toString())
                .contains("{\"id\":\"dtype.fp16\",\"value\":true,\"standing\":\"verified\",\"by\":\"profile\"");
        assertThat(document.at("/hardware/caches/0/label").asText()).isEqualTo("L2");
        assertThat(document.at("/hardware/gaps/0/source").asText()).isEqualTo("vulkaninfo");
        assertThat(document.at("/fingerprint/machine").asText()).isEqualTo(PARTS.machineHash());
        assertThat(document.at("/fingerprint/softwareParts")
                        .path("driver nvidia")
                        .asText())
                .isEqualTo("550.54.15");
        assertThat(document.at("/machine/fingerprint").asText()).isEqualTo(PARTS.machineHash());
    }

    @Test
    void a_report_without_a_look_at_the_devices_says_null() throws Exception {
        FakeServices services = new FakeServices();
        services.doctor = (browsers, listener) -> new DoctorReport(
                new Machine("f00d", "Linux", new Machine.Cpu("cpu", 1, List.of()), Optional.empty(), List.of()),
                List.of(),
                List.of(),
                List.of());
        JsonNode document = Json.MAPPER.readTree(
                new CliHarness(folder, services).run("doctor", "--json").out());
        assertThat(document.at("/hardware").isNull()).isTrue();
        assertThat(document.at("/fingerprint").isNull()).isTrue();
    }
}
