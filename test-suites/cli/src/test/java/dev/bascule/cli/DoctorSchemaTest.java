package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.cli.output.doctor.DoctorDocument;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.execution.service.HardwareFindings;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorPlace;
import dev.bascule.fallback.error.Failure;
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
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor's documents against their published schemas, with everything known, and with nothing known. */
class DoctorSchemaTest {
    private static final Fingerprint PARTS =
            new Fingerprint(Map.of("cpu", "Test CPU"), Map.of("driver nvidia", "550.54.15"));

    @TempDir
    Path folder;

    static DoctorReport full() {
        Device cpu = Device.of(new DeviceId("cpu:0"), HardwareClasses.CPU, "Test CPU", "/proc/cpuinfo")
                .withMemory(DeviceMemory.host(Optional.of(16L << 30), Optional.of(8L << 30)));
        Device card = Device.of(DeviceId.pci("0000:01:00.0"), HardwareClasses.DISCRETE_GPU, "A card", "nvidia-smi")
                .withVendor("NVIDIA")
                .withDriver(new Driver("nvidia", Optional.of("550.54.15")))
                .withCapabilities(List.of(
                        Capability.verified(CapabilityRegistry.FP16, true, "profile", "GEMM right"),
                        Capability.claimed(CapabilityRegistry.TENSOR_CORES, 4L, "nvidia-smi", "compute capability 9.0"),
                        Capability.claimed(CapabilityRegistry.PCI_ID, "10de:2330", "lspci", "its line")))
                .withUnknown(Device.MEMORY, "nvidia-smi gives none")
                .withBarrier("no /dev/nvidia0");
        HardwareMap map = HardwareMap.of(cpu, card)
                .withRelations(List.of(
                        new Relation(card.id(), Relation.Kind.REACHED_THROUGH, cpu.id(), "PCIe generation 5 x16")))
                .withGap("vulkaninfo", "not on the path");
        return new DoctorReport(
                new Machine(
                        PARTS.machineHash(),
                        "Linux",
                        new Machine.Cpu("Test CPU", 2, List.of("avx2")),
                        Optional.of(16L << 30),
                        List.of(new Machine.Gpu("A card", "NVIDIA", false)),
                        Optional.of(PARTS)),
                List.of(new BrowserFinding(
                        "Chrome",
                        Optional.of("153"),
                        "/opt/chrome",
                        Optional.of("Stable"),
                        Optional.of("playwright"),
                        List.of("playwright"),
                        List.of(
                                new BrowserBackendFinding(
                                        "webgpu",
                                        BackendStatus.DEGRADED,
                                        Optional.of(true),
                                        Map.of("vendor", "google"),
                                        Optional.of("software adapter"),
                                        Optional.empty()),
                                new BrowserBackendFinding(
                                        "webnn",
                                        BackendStatus.MISSING,
                                        Optional.empty(),
                                        Map.of(),
                                        Optional.of("no navigator.ml"),
                                        Optional.of("use Chrome"))),
                        Map.of("gpu.vendor", "Google"),
                        List.of("a note"))),
                List.of(new NativeFinding(
                        "cuda",
                        List.of(
                                new TierCheck.Passed(Tier.COMPILED, "named"),
                                new TierCheck.Failed(Tier.LIBRARY, "no libcuda.so.1", "install the driver")),
                        BackendStatus.MISSING,
                        Map.of("a", "b"),
                        Optional.of("no libcuda.so.1"),
                        Optional.of("install the driver"))),
                List.of(CollectedError.once(
                        ErrorPlace.of("launch").with("cuda"),
                        Failure.of(ErrorCode.PROBE_CRASHED, "died"),
                        Instant.EPOCH)),
                Optional.of(new HardwareFindings(
                        map,
                        Map.of("cpus", "1.50"),
                        List.of(new HardwareFindings.CacheFinding("L2", 1 << 20, 1, 2)),
                        Optional.empty())));
    }

    /** Nothing told: no memory, no device, no cache, a browser that did not start. */
    static DoctorReport bare() {
        Device unknown = Device.of(new DeviceId("cpu:0"), HardwareClasses.CPU, "not told", "java");
        return new DoctorReport(
                new Machine("f00d", "Linux", new Machine.Cpu("cpu", 1, List.of()), Optional.empty(), List.of()),
                List.of(new BrowserFinding(
                        "Chrome",
                        Optional.empty(),
                        "/opt/chrome",
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        List.of())),
                List.of(new NativeFinding(
                        "cpu", List.of(), BackendStatus.OK, Map.of(), Optional.empty(), Optional.empty())),
                List.of(),
                Optional.of(new HardwareFindings(
                        HardwareMap.of(unknown), Map.of(), List.of(), Optional.of("no cache is listed"))));
    }

    private static DoctorReport blind() {
        return new DoctorReport(bare().machine(), List.of(), List.of(), List.of());
    }

    private CliHarness harness(DoctorReport report) {
        FakeServices services = new FakeServices();
        services.doctor = (browsers, listener) -> report;
        return new CliHarness(folder, services).with("LD_LIBRARY_PATH", "/opt/lib");
    }

    @Test
    void what_is_known_and_what_is_not_fits_the_schema_field_for_field() throws Exception {
        for (DoctorReport report : List.of(full(), bare(), blind())) {
            JsonNode document =
                    Json.MAPPER.readTree(harness(report).run("doctor", "--json").out());
            DocumentSchema.DOCTOR.validate(document);
            JsonNode bug = Json.MAPPER.readTree(
                    harness(report).run("doctor", "--report", "json").out());
            DocumentSchema.BUG_REPORT.validate(bug);
        }
    }

    @Test
    void a_null_has_its_reason() throws Exception {
        JsonNode document = Json.MAPPER.valueToTree(DoctorDocument.of(bare()));
        assertThat(document.at("/machine/memoryBytes").isNull()).isTrue();
        assertThat(document.at("/machine/reasons/memoryBytes").asText()).isNotBlank();
        assertThat(document.at("/reasons/fingerprint").asText()).isNotBlank();
        assertThat(document.at("/browsers/0/reasons/version").asText()).isNotBlank();
        assertThat(document.at("/hardware/devices/0/reasons").has("memory.totalBytes"))
                .isTrue();
    }

    /** Negative control: each change is one that a mistake in the code could make. */
    @Test
    void negative_control_a_missing_misspelt_or_unexplained_field_does_not_fit() throws Exception {
        assertNotFitting(document -> document.remove("native"));
        assertNotFitting(document -> document.put("natives", "x"));
        assertNotFitting(document -> ((ObjectNode) document.at("/native/0")).put("tier", "session ran"));
        assertNotFitting(document -> ((ObjectNode) document.at("/native/0")).remove("remedy"));
        assertNotFitting(document -> ((ObjectNode) document.at("/native/0/tiers/1")).putNull("nextStep"));
        assertNotFitting(document -> ((ObjectNode) document.at("/native/0/tiers/1")).putNull("reached"));
        assertNotFitting(
                document -> ((ObjectNode) document.at("/hardware/devices/1/reasons")).remove("memory.totalBytes"));
        assertNotFitting(document ->
                ((ObjectNode) document.at("/hardware/devices/1/relations/0")).put("kind", "reached through"));
        assertNotFitting(document -> ((ObjectNode) document.at("/browsers/0/backends/1")).putNull("reason"));
        assertNotFitting(document -> ((ObjectNode) document.at("/browsers/0/backends/1/reasons")).remove("software"));
        assertNotFitting(document -> ((ObjectNode) document.at("/machine")).put("memoryBytes", -1));
        assertNotFitting(document -> ((ObjectNode) document.at("/errors/0")).remove("remedies"));
    }

    private static void assertNotFitting(Consumer<ObjectNode> mistake) throws Exception {
        ObjectNode document = Json.MAPPER.valueToTree(DoctorDocument.of(full()));
        ObjectNode changed = document.deepCopy();
        mistake.accept(changed);
        assertThat(changed).isNotEqualTo(document);
        assertThat(DocumentSchema.DOCTOR.complaints(changed)).isNotEmpty();
        ObjectNode bug = Json.MAPPER
                .readTree(
                        "{\"schemaVersion\":1,\"bascule\":\"1\",\"java\":\"17\",\"os\":\"L\","
                                + "\"writtenAt\":\"2026-11-22T00:00:00Z\",\"command\":\"c\",\"environment\":{},\"librarySets\":{}}")
                .deepCopy();
        bug.set("doctor", changed);
        assertThat(DocumentSchema.BUG_REPORT.complaints(bug)).isNotEmpty();
    }
}
