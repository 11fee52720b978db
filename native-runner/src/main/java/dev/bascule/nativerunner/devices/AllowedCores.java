package dev.bascule.nativerunner.devices;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The cores, not their hardware threads, that this process may run on: two threads of one core share its multipliers.
 *
 * @param count empty where nobody tells, or where the cores are not all alike
 * @param basis where the count is from, or why there is none
 */
public record AllowedCores(OptionalInt count, String basis) {
    private static final String CPUS = "/sys/devices/system/cpu";
    /** What Linux's performance counters are called on processors with two kinds of cores. */
    private static final String SMALL_CORES = "/sys/devices/cpu_atom/cpus";

    private static final String MIXED =
            "the cores are not all alike: one core's peak times their number is nobody's peak";

    /** Of this system. */
    public static AllowedCores read(SystemView system) {
        if (system.isLinux()) {
            return linux(system);
        }
        if (system.isMac()) {
            return system.run("sysctl", "hw")
                    .either(text -> mac(KeyValueText.colons(text)), reason -> none("sysctl hw: " + reason));
        }
        return none("no reader of cores for " + system.os());
    }

    static AllowedCores none(String reason) {
        return new AllowedCores(OptionalInt.empty(), reason);
    }

    private static AllowedCores linux(SystemView system) {
        if (system.exists(SMALL_CORES)) {
            return none(MIXED);
        }
        Set<Integer> allowed = KeyValueText.processors(
                KeyValueText.colons(system.read("/proc/self/status").text().orElse(""))
                        .getOrDefault("Cpus_allowed_list", ""));
        // The mask names processors that the machine could have as well as those that it has.
        Set<Integer> online =
                KeyValueText.processors(system.line(CPUS + "/online").orElse(""));
        allowed.retainAll(online);
        Set<String> cores = new HashSet<>();
        for (int processor : allowed) {
            Optional<String> siblings = system.line(CPUS + "/cpu" + processor + "/topology/thread_siblings_list");
            if (siblings.isEmpty()) {
                return none("the system does not tell which processors are threads of one core");
            }
            cores.add(siblings.get());
        }
        if (cores.isEmpty()) {
            return none("the system does not tell which processors this process may run on");
        }
        boolean guest = system.read("/proc/cpuinfo").text().orElse("").contains(" hypervisor");
        return new AllowedCores(
                OptionalInt.of(cores.size()),
                "thread_siblings_list of the processors allowed"
                        + (guest ? ", as the virtual machine shows them: its host may give two of them one core" : ""));
    }

    static AllowedCores mac(Map<String, String> sysctl) {
        if (KeyValueText.whole(sysctl.getOrDefault("hw.nperflevels", "0")).orElse(0) > 1) {
            return none(MIXED);
        }
        OptionalLong count = KeyValueText.whole(sysctl.getOrDefault("hw.physicalcpu", ""));
        return count.isPresent() && count.getAsLong() > 0
                ? new AllowedCores(OptionalInt.of((int) count.getAsLong()), "hw.physicalcpu")
                : none("sysctl hw lists no physicalcpu");
    }
}
