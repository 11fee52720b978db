package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.devices.ContainerLimits;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerInventoryTest {
    private static BrowserBackendFinding backend(String id, BackendStatus status) {
        return new BrowserBackendFinding(id, status, Optional.empty(), Map.of(), Optional.empty(), Optional.empty());
    }

    private static NativeFinding backend(String id, BackendStatus status, TierCheck... tiers) {
        return new NativeFinding(id, List.of(tiers), status, Map.of(), Optional.empty(), Optional.empty());
    }

    private static Inventory inventory() {
        return inventory(Optional.of(16L << 30), ContainerLimits.none());
    }

    private static Inventory inventory(Optional<Long> memory, ContainerLimits granted) {
        return WorkerInventory.of(
                new DoctorReport(
                        new Machine(
                                "0123456789ab",
                                "Debian GNU/Linux 12 amd64",
                                new Machine.Cpu("Some Processor", 8, List.of("avx2")),
                                memory,
                                List.of(
                                        new Machine.Gpu("llvmpipe", "Mesa", true),
                                        new Machine.Gpu("RX", "AMD", false))),
                        List.of(
                                new BrowserFinding(
                                        "Chromium",
                                        Optional.of("156.0.1.2"),
                                        "/opt/chromium",
                                        List.of("process"),
                                        List.of(
                                                backend("webgpu", BackendStatus.CRASHED),
                                                backend("wasm", BackendStatus.OK))),
                                new BrowserFinding(
                                        "Mozilla Firefox",
                                        Optional.of("153.0"),
                                        "/opt/firefox",
                                        List.of("selenium"),
                                        List.of(backend("wasm", BackendStatus.MISSING)))),
                        List.of(
                                backend(
                                        "cpu",
                                        BackendStatus.OK,
                                        new TierCheck.Passed(Tier.SESSION, "ran"),
                                        new TierCheck.Passed(Tier.PLACED, "3 of 3 nodes")),
                                backend("cuda", BackendStatus.MISSING, new TierCheck.Passed(Tier.COMPILED, "named"))),
                        List.of()),
                List.of(new BrowserCatalog.Entry(
                        "chromium", "Chromium", Optional.of(Path.of("/opt/chromium")), Optional.of("156.0.1.2"))),
                4,
                granted,
                Set.of("lab"));
    }

    private static ContainerLimits granted(long bytes) {
        return new ContainerLimits(
                Optional.empty(), Optional.empty(), Optional.of(bytes), Optional.empty(), Optional.empty());
    }

    private static ContainerLimits granted(double cpus) {
        return new ContainerLimits(
                Optional.empty(), Optional.of(cpus), Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Test
    void less_time_than_that_of_the_processors_makes_other_hardware() {
        Optional<Long> memory = Optional.of(16L << 30);

        assertThat(inventory(memory, granted(0.25)).hardwareClass())
                .isNotEqualTo(inventory(memory, granted(0.5)).hardwareClass())
                .isNotEqualTo(inventory().hardwareClass());
        assertThat(inventory(memory, granted(4.0)).hardwareClass())
                .isEqualTo(inventory().hardwareClass());
    }

    @Test
    void only_what_ran_is_in_it() {
        assertThat(inventory().backends()).isEqualTo(Map.of("cpu", "placed", "wasm", "session"));
        assertThat(inventory().browsers()).isEqualTo(Map.of("chromium", "156.0.1.2"));
        assertThat(inventory().gpus()).extracting(Inventory.Gpu::name).containsExactly("RX");
    }

    @Test
    void requirements_are_met_by_it_or_say_what_it_lacks() {
        assertThat(Requirement.parse("os=linux and arch=x86_64 and memory>=16GB and processors>=4 and label=lab")
                        .lacking(inventory()))
                .isEmpty();
        assertThat(Requirement.parse("backend=cuda").lacking(inventory())).isNotEmpty();
        assertThat(Requirement.parse("backend=webgpu").lacking(inventory())).isNotEmpty();
        assertThat(Requirement.parse("vram>=1GB").lacking(inventory())).isNotEmpty();
    }

    @Test
    void memory_is_what_the_machine_has_or_its_group_grants_and_unknown_where_neither_is_told() {
        assertThat(inventory(Optional.of(16L << 30), granted(4L << 30)).memoryBytes())
                .isEqualTo(4L << 30);
        assertThat(inventory(Optional.of(16L << 30), granted(64L << 30)).memoryBytes())
                .isEqualTo(16L << 30);
        assertThat(inventory(Optional.empty(), granted(4L << 30)).memoryBytes()).isEqualTo(4L << 30);
        assertThat(Requirement.parse("memory>=1GB").lacking(inventory(Optional.empty(), ContainerLimits.none())))
                .singleElement()
                .asString()
                .contains("has so much as nobody tells");
    }
}
