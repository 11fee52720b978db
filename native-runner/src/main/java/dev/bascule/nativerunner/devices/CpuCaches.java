package dev.bascule.nativerunner.devices;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The cache hierarchy as the system reports it, nearest level first. Of processors with several kinds of cores, each
 * kind's caches are listed.
 *
 * @param levels empty where nobody reports any
 * @param reason why there are none; empty where there are some
 */
public record CpuCaches(List<CacheLevel> levels, Optional<String> reason) {
    private static final String CPUS = "/sys/devices/system/cpu";

    public CpuCaches {
        levels = List.copyOf(levels);
    }

    /** What this system reports. */
    public static CpuCaches read(SystemView system) {
        if (system.isLinux()) {
            return linux(system);
        }
        if (system.isMac()) {
            return system.run("sysctl", "hw")
                    .either(text -> mac(KeyValueText.colons(text)), reason -> none("sysctl hw: " + reason));
        }
        return none("no reader of caches for " + system.os());
    }

    /**
     * Bytes of all caches of the last level in the machine, over all sockets: a working set has to be larger by far for it
     * to be memory that is measured. Empty where none is reported.
     */
    public OptionalLong lastLevelBytes() {
        int last = levels.stream().mapToInt(CacheLevel::level).max().orElse(0);
        long bytes = levels.stream()
                .filter(level -> level.level() == last && level.type() != CacheLevel.Type.INSTRUCTION)
                .mapToLong(level -> level.bytes() * level.instances())
                .sum();
        return bytes > 0 ? OptionalLong.of(bytes) : OptionalLong.empty();
    }

    private static CpuCaches none(String reason) {
        return new CpuCaches(List.of(), Optional.of(reason));
    }

    /** What makes two caches of one kind. */
    private record Kind(int level, CacheLevel.Type type, long bytes, int sharedBy, OptionalInt lineBytes) {}

    private static CpuCaches linux(SystemView system) {
        Map<String, Kind> each = new TreeMap<>();
        for (String cpu : system.list(CPUS)) {
            if (!cpu.matches("cpu\\d+")) {
                continue;
            }
            for (String index : system.list(CPUS + "/" + cpu + "/cache")) {
                String folder = CPUS + "/" + cpu + "/cache/" + index;
                Optional<Kind> kind = kind(system, folder);
                // One cache is listed by each processor that shares it: the list of them tells which it is.
                String shared = system.line(folder + "/shared_cpu_list").orElse(cpu);
                kind.ifPresent(found -> each.put(found.level() + " " + found.type() + " " + shared, found));
            }
        }
        return each.isEmpty()
                ? none("no caches are listed under " + CPUS + "; some virtual machines hide them")
                : new CpuCaches(counted(each.values()), Optional.empty());
    }

    private static Optional<Kind> kind(SystemView system, String folder) {
        OptionalLong level = KeyValueText.whole(system.line(folder + "/level").orElse(""));
        OptionalLong bytes = KeyValueText.bytes(system.line(folder + "/size").orElse(""));
        Optional<CacheLevel.Type> type = system.line(folder + "/type").flatMap(CpuCaches::type);
        if (level.isEmpty() || bytes.isEmpty() || type.isEmpty()) {
            return Optional.empty();
        }
        OptionalLong line =
                KeyValueText.whole(system.line(folder + "/coherency_line_size").orElse(""));
        return Optional.of(new Kind(
                (int) level.getAsLong(),
                type.get(),
                bytes.getAsLong(),
                Math.max(
                        1,
                        KeyValueText.processors(
                                        system.line(folder + "/shared_cpu_list").orElse(""))
                                .size()),
                line.isPresent() ? OptionalInt.of((int) line.getAsLong()) : OptionalInt.empty()));
    }

    private static Optional<CacheLevel.Type> type(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "data" -> Optional.of(CacheLevel.Type.DATA);
            case "instruction" -> Optional.of(CacheLevel.Type.INSTRUCTION);
            case "unified" -> Optional.of(CacheLevel.Type.UNIFIED);
            default -> Optional.empty();
        };
    }

    private static List<CacheLevel> counted(Iterable<Kind> each) {
        Map<Kind, Integer> counts = new java.util.LinkedHashMap<>();
        each.forEach(kind -> counts.merge(kind, 1, Integer::sum));
        return counts.entrySet().stream()
                .map(kind -> new CacheLevel(
                        kind.getKey().level(),
                        kind.getKey().type(),
                        kind.getKey().bytes(),
                        kind.getKey().sharedBy(),
                        kind.getValue(),
                        kind.getKey().lineBytes()))
                .sorted(Comparator.comparingInt(CacheLevel::level)
                        .thenComparing(CacheLevel::type)
                        .thenComparing(
                                Comparator.comparingLong(CacheLevel::bytes).reversed()))
                .toList();
    }

    /**
     * Of macOS: a line for each kind of core on Apple's chips ({@code hw.perflevel0.l2cachesize}), one for all on
     * Intel's.
     */
    static CpuCaches mac(Map<String, String> sysctl) {
        OptionalLong line = KeyValueText.whole(sysctl.getOrDefault("hw.cachelinesize", ""));
        OptionalInt lineBytes = line.isPresent() ? OptionalInt.of((int) line.getAsLong()) : OptionalInt.empty();
        List<CacheLevel> levels = new ArrayList<>();
        int kinds = (int)
                KeyValueText.whole(sysctl.getOrDefault("hw.nperflevels", "0")).orElse(0);
        for (int kind = 0; kind < kinds; kind++) {
            String prefix = "hw.perflevel" + kind + ".";
            int cores = (int) KeyValueText.whole(sysctl.getOrDefault(prefix + "logicalcpu", ""))
                    .orElse(1);
            int perL2 = (int) KeyValueText.whole(sysctl.getOrDefault(prefix + "cpusperl2", ""))
                    .orElse(cores);
            add(levels, sysctl, prefix + "l1dcachesize", 1, CacheLevel.Type.DATA, 1, cores, lineBytes);
            add(levels, sysctl, prefix + "l1icachesize", 1, CacheLevel.Type.INSTRUCTION, 1, cores, lineBytes);
            add(levels, sysctl, prefix + "l2cachesize", 2, CacheLevel.Type.UNIFIED, perL2, cores, lineBytes);
        }
        if (kinds == 0) {
            int threads = (int)
                    KeyValueText.whole(sysctl.getOrDefault("hw.logicalcpu", "")).orElse(1);
            int cores = (int) KeyValueText.whole(sysctl.getOrDefault("hw.physicalcpu", ""))
                    .orElse(threads);
            int each = Math.max(1, threads / cores);
            add(levels, sysctl, "hw.l1dcachesize", 1, CacheLevel.Type.DATA, each, threads, lineBytes);
            add(levels, sysctl, "hw.l1icachesize", 1, CacheLevel.Type.INSTRUCTION, each, threads, lineBytes);
            add(levels, sysctl, "hw.l2cachesize", 2, CacheLevel.Type.UNIFIED, each, threads, lineBytes);
            add(levels, sysctl, "hw.l3cachesize", 3, CacheLevel.Type.UNIFIED, threads, threads, lineBytes);
        }
        return levels.isEmpty() ? none("sysctl hw lists no caches") : new CpuCaches(levels, Optional.empty());
    }

    private static void add(
            List<CacheLevel> levels,
            Map<String, String> sysctl,
            String key,
            int level,
            CacheLevel.Type type,
            int sharedBy,
            int processors,
            OptionalInt lineBytes) {
        OptionalLong bytes = KeyValueText.whole(sysctl.getOrDefault(key, ""));
        if (bytes.isPresent() && bytes.getAsLong() > 0) {
            levels.add(new CacheLevel(
                    level,
                    type,
                    bytes.getAsLong(),
                    sharedBy,
                    Math.max(1, (processors + sharedBy - 1) / sharedBy),
                    lineBytes));
        }
    }
}
