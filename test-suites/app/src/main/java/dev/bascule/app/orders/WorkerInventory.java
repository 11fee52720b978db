package dev.bascule.app.orders;

import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.devices.ContainerLimits;
import dev.bascule.nativerunner.devices.LocalSystem;
import dev.bascule.scheduling.worker.Inventory;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A worker's inventory, of what the doctor verified: a backend is in it where the tiny model ran there and was right. Stateless. */
public final class WorkerInventory {
    private WorkerInventory() {}

    /** Of this machine, as far as this process may use it. */
    public static Inventory ofThisMachine(DoctorReport report, List<BrowserCatalog.Entry> catalog, Set<String> labels) {
        return of(
                report,
                catalog,
                Runtime.getRuntime().availableProcessors(),
                ContainerLimits.read(new LocalSystem()),
                labels);
    }

    /**
     * The inventory.
     *
     * @param catalog ids of browsers, which the doctor names for people only
     * @param processors that this process may use
     * @param granted what a control group grants this process. Of its memory and the machine's the lesser counts, and where nobody tells
     *     either it is unknown. Less time than that of the processors makes another hardware of it: the same jobs take longer
     */
    public static Inventory of(
            DoctorReport report,
            List<BrowserCatalog.Entry> catalog,
            int processors,
            ContainerLimits granted,
            Set<String> labels) {
        Machine machine = report.machine();
        return Inventory.of(
                os(machine.os()),
                arch(machine.os()),
                processor(machine, processors, granted),
                processors,
                Stream.concat(machine.memoryBytes().stream(), granted.memoryBytes().stream())
                        .min(Long::compare)
                        .orElse(0L),
                backends(report),
                browsers(report, catalog),
                gpus(report),
                labels);
    }

    private static String processor(Machine machine, int processors, ContainerLimits granted) {
        return granted.cpus()
                .filter(cpus -> cpus < processors)
                .map(cpus -> String.format(
                        Locale.ROOT,
                        "%s, %.2f processors' time granted",
                        machine.cpu().name(),
                        cpus))
                .orElse(machine.cpu().name());
    }

    static String os(String text) {
        String all = text.toLowerCase(Locale.ROOT);
        return all.contains("windows")
                ? "windows"
                : all.startsWith("mac") || all.contains("darwin") ? "macos" : "linux";
    }

    /** The last word of the system's description. */
    private static String arch(String text) {
        String last = text.substring(text.lastIndexOf(' ') + 1).toLowerCase(Locale.ROOT);
        return switch (last) {
            case "amd64", "x86-64", "x64" -> "x86_64";
            case "aarch64" -> "arm64";
            default -> last;
        };
    }

    private static Map<String, String> backends(DoctorReport report) {
        Map<String, String> backends = new HashMap<>();
        report.browsers().stream()
                .flatMap(browser -> browser.backends().stream())
                .filter(backend -> runs(backend.status()))
                .forEach(backend -> backends.put(backend.backend(), Tier.SESSION.id()));
        for (DoctorReport.NativeFinding backend : report.nativeBackends()) {
            backend.tier()
                    .filter(any -> runs(backend.status()))
                    .ifPresent(tier -> backends.put(backend.backend(), tier.id()));
        }
        return backends;
    }

    private static boolean runs(BackendStatus status) {
        return status == BackendStatus.OK || status == BackendStatus.DEGRADED;
    }

    /** Those in which anything ran. */
    private static Map<String, String> browsers(DoctorReport report, List<BrowserCatalog.Entry> catalog) {
        Map<String, String> ids = catalog.stream()
                .filter(entry -> entry.path().isPresent())
                .collect(Collectors.toMap(
                        entry -> entry.path().orElseThrow().toString(), BrowserCatalog.Entry::id, (one, other) -> one));
        Map<String, String> browsers = new HashMap<>();
        for (DoctorReport.BrowserFinding browser : report.browsers()) {
            boolean ran = browser.backends().stream().anyMatch(backend -> runs(backend.status()));
            String id = Optional.ofNullable(ids.get(browser.path()))
                    .orElseGet(() -> browser.name().toLowerCase(Locale.ROOT).split(" ", 2)[0]);
            if (ran) {
                browsers.put(id, browser.version().orElse("unknown"));
            }
        }
        return browsers;
    }

    /** Of a device whose memory nobody tells, or that has the host's, it is none: what asks for some is not sent there. */
    private static List<Inventory.Gpu> gpus(DoctorReport report) {
        List<Inventory.Gpu> found = report.hardware().stream()
                .flatMap(findings -> findings.map().devices().stream())
                .filter(device -> device.type().id().startsWith("gpu")
                        && !device.type().id().contains("software"))
                .map(device -> new Inventory.Gpu(device.name(), own(device.memory())))
                .toList();
        return found.isEmpty()
                ? report.machine().gpus().stream()
                        .filter(gpu -> !gpu.software())
                        .map(gpu -> new Inventory.Gpu(gpu.name(), 0))
                        .toList()
                : found;
    }

    private static long own(DeviceMemory memory) {
        return memory.sharedWithHost().orElse(false) ? 0 : memory.totalBytes().orElse(0L);
    }
}
