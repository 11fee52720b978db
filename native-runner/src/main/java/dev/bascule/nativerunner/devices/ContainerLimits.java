package dev.bascule.nativerunner.devices;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What this process may use of the machine.
 *
 * @param container what kind of container it is in; empty where nothing shows one
 * @param cpus processors' worth of time that its control group grants; empty without a limit
 * @param memoryBytes that its control group grants; empty without a limit
 * @param processors logical processors that it may run on; empty where nobody tells
 * @param nvidia what the container asks of NVIDIA's container runtime; empty where it asks nothing
 */
public record ContainerLimits(
        Optional<String> container,
        Optional<Double> cpus,
        Optional<Long> memoryBytes,
        Optional<Integer> processors,
        Optional<String> nvidia) {
    private static final String GROUPS = "/sys/fs/cgroup";

    /** No limits known. */
    public static ContainerLimits none() {
        return new ContainerLimits(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** What this system's files say. */
    public static ContainerLimits read(SystemView system) {
        if (!system.isLinux()) {
            return none();
        }
        String own = system.read("/proc/self/cgroup").text().orElse("");
        return new ContainerLimits(
                kind(system),
                cpus(system, own),
                memory(system, own),
                system.read("/proc/self/status")
                        .text()
                        .map(text -> KeyValueText.colons(text).getOrDefault("Cpus_allowed_list", ""))
                        .map(list -> KeyValueText.processors(list).size())
                        .filter(count -> count > 0),
                system.environment("NVIDIA_VISIBLE_DEVICES").map(ContainerLimits::withoutNames));
    }

    /** Devices may be asked for by their UUIDs, which are nobody's business. */
    static String withoutNames(String devices) {
        return devices.matches("all|none|void|[0-9, ]*") ? devices : devices.split(",").length + " by name";
    }

    /** Which kind of container this is, as its runtime marks it; empty where there is no mark. */
    static Optional<String> kind(SystemView system) {
        if (system.environment("KUBERNETES_SERVICE_HOST").isPresent()) {
            return Optional.of("kubernetes");
        }
        if (system.exists("/.dockerenv")) {
            return Optional.of("docker");
        }
        if (system.exists("/run/.containerenv")) {
            return Optional.of("podman");
        }
        return system.environment("container").filter(name -> !name.isBlank());
    }

    /** The lines of {@code /proc/self/cgroup} are {@code number:controllers:path}; version 2 has the number 0. */
    private static String path(String own, String controller) {
        return own.lines()
                .map(line -> line.split(":", 3))
                .filter(parts ->
                        parts.length == 3 && List.of(parts[1].split(",")).contains(controller))
                .map(parts -> parts[2])
                .findFirst()
                .orElse("/");
    }

    /** The group and those around it, which limit it too. In a container the outer path may not be seen: then its root. */
    private static List<String> upwards(String path) {
        List<String> folders = new ArrayList<>();
        for (String at = path; !at.isEmpty() && !at.equals("/"); at = at.substring(0, at.lastIndexOf('/'))) {
            folders.add(at);
        }
        folders.add("");
        return folders;
    }

    private static Optional<Double> cpus(SystemView system, String own) {
        List<Double> limits = new ArrayList<>();
        for (String folder : upwards(path(own, ""))) {
            system.line(GROUPS + folder + "/cpu.max")
                    .flatMap(ContainerLimits::quota)
                    .ifPresent(limits::add);
        }
        for (String folder : upwards(path(own, "cpu"))) {
            for (String root : List.of(GROUPS + "/cpu", GROUPS + "/cpu,cpuacct")) {
                Optional<String> quota = system.line(root + folder + "/cpu.cfs_quota_us");
                Optional<String> period = system.line(root + folder + "/cpu.cfs_period_us");
                quota.flatMap(time -> quota(time + " " + period.orElse(""))).ifPresent(limits::add);
            }
        }
        return limits.stream().min(Double::compare);
    }

    /** Of {@code 150000 100000}: microseconds of processor time in each period. {@code max} and -1 are no limit. */
    static Optional<Double> quota(String line) {
        String[] parts = line.strip().split("\\s+");
        if (parts.length != 2) {
            return Optional.empty();
        }
        OptionalLong quota = KeyValueText.whole(parts[0]);
        OptionalLong period = KeyValueText.whole(parts[1]);
        return quota.isPresent() && period.isPresent() && period.getAsLong() > 0
                ? Optional.of(quota.getAsLong() / (double) period.getAsLong())
                : Optional.empty();
    }

    private static Optional<Long> memory(SystemView system, String own) {
        List<Long> limits = new ArrayList<>();
        for (String folder : upwards(path(own, ""))) {
            system.line(GROUPS + folder + "/memory.max")
                    .flatMap(ContainerLimits::limit)
                    .ifPresent(limits::add);
        }
        for (String folder : upwards(path(own, "memory"))) {
            system.line(GROUPS + "/memory" + folder + "/memory.limit_in_bytes")
                    .flatMap(ContainerLimits::limit)
                    .ifPresent(limits::add);
        }
        return limits.stream().min(Long::compare);
    }

    /**
     * Bytes that a new process may still take of the tightest group around this one: its limit less its use, with pages
     * that only cache files added back, for the kernel drops them before it kills. Empty without a limit.
     */
    public static Optional<Long> memoryLeft(SystemView system) {
        if (!system.isLinux()) {
            return Optional.empty();
        }
        String own = system.read("/proc/self/cgroup").text().orElse("");
        List<Long> left = new ArrayList<>();
        for (String folder : upwards(path(own, ""))) {
            left(system, GROUPS + folder + "/", "memory.max", "memory.current", "inactive_file")
                    .ifPresent(left::add);
        }
        for (String folder : upwards(path(own, "memory"))) {
            left(
                            system,
                            GROUPS + "/memory" + folder + "/",
                            "memory.limit_in_bytes",
                            "memory.usage_in_bytes",
                            "total_inactive_file")
                    .ifPresent(left::add);
        }
        return left.stream().min(Long::compare);
    }

    private static Optional<Long> left(SystemView system, String folder, String most, String use, String cached) {
        Optional<Long> limit = system.line(folder + most).flatMap(ContainerLimits::limit);
        OptionalLong used = system.line(folder + use).map(KeyValueText::whole).orElseGet(OptionalLong::empty);
        if (limit.isEmpty() || used.isEmpty()) {
            return Optional.empty();
        }
        long cache = system.read(folder + "memory.stat")
                .text()
                .orElse("")
                .lines()
                .filter(line -> line.startsWith(cached + " "))
                .map(line -> KeyValueText.whole(line.substring(cached.length() + 1)))
                .flatMapToLong(OptionalLong::stream)
                .findFirst()
                .orElse(0);
        long taken = Math.max(0, used.getAsLong() - cache);
        return Optional.of(Math.max(0, limit.get() - taken));
    }

    /** {@code max}, and what version 1 writes instead (the largest multiple of a page), are no limit. */
    static Optional<Long> limit(String text) {
        OptionalLong bytes = KeyValueText.whole(text);
        return bytes.isPresent() && bytes.getAsLong() < 1L << 60 ? Optional.of(bytes.getAsLong()) : Optional.empty();
    }

    /** For people and for the fingerprint: each limit there is, by name. */
    public Map<String, String> described() {
        Map<String, String> all = new java.util.TreeMap<>();
        container.ifPresent(kind -> all.put("container", kind));
        cpus.ifPresent(count -> all.put("cpus", String.format(Locale.ROOT, "%.2f", count)));
        memoryBytes.ifPresent(bytes -> all.put("memory", Math.round(bytes / (double) (1L << 20)) + " MiB"));
        processors.ifPresent(count -> all.put("processors", String.valueOf(count)));
        nvidia.ifPresent(devices -> all.put("NVIDIA_VISIBLE_DEVICES", devices));
        return all;
    }
}
