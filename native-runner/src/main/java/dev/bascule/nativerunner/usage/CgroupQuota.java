package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Counters.Quota;
import dev.bascule.fallback.usage.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What limits on processor time did to a process: {@code cpu.stat} of its control group and of those around it, of
 * version 2 (microseconds) or 1 (nanoseconds). Thread-safe.
 */
record CgroupQuota(PseudoFiles files) {
    private static final String MOUNT = "sys/fs/cgroup";

    /** @param processes all of one control group, as a tree of processes is that nobody divided */
    Reading<Map<String, Quota>> of(Set<Long> processes) {
        String process = processes.stream().findFirst().map(String::valueOf).orElse("self");
        List<String> membership = files.lines("proc/%s/cgroup".formatted(process));
        if (membership.isEmpty()) {
            return Reading.unknown(
                    "no control groups: " + files.text("proc/self/cgroup").words());
        }
        Map<String, Quota> groups = new TreeMap<>();
        folders(membership)
                .forEach(folder ->
                        parse(files.lines(folder + "/cpu.stat")).ifPresent(quota -> groups.put("/" + folder, quota)));
        return groups.isEmpty()
                ? Reading.unknown("no control group of the runner keeps count of throttling")
                : Reading.known(groups, "cpu.stat of " + String.join(", ", groups.keySet()));
    }

    /** The process's control group and those around it, as far as this view of the file system shows them. */
    List<String> folders(List<String> membership) {
        List<String> folders = new ArrayList<>();
        for (String line : membership) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            List<String> controllers = Arrays.asList(parts[1].split(","));
            if (parts[0].equals("0")) {
                around(files.has(MOUNT + "/unified") ? MOUNT + "/unified" : MOUNT, parts[2], folders);
            } else if (controllers.contains("cpu")) {
                String joint = MOUNT + "/" + parts[1];
                around(files.has(joint) ? joint : MOUNT + "/cpu", parts[2], folders);
            }
        }
        return folders;
    }

    private void around(String mount, String path, List<String> folders) {
        String inner = path;
        while (!inner.isEmpty() && !inner.equals("/")) {
            if (files.has(mount + inner + "/cpu.stat")) {
                folders.add(mount + inner);
            }
            inner = inner.substring(0, Math.max(0, inner.lastIndexOf('/')));
        }
        if (files.has(mount + "/cpu.stat")) {
            folders.add(mount);
        }
    }

    /** Empty for a group without the cpu controller, whose statistics end before the periods. */
    static Optional<Quota> parse(List<String> lines) {
        Map<String, Long> numbers = new HashMap<>();
        for (String line : lines) {
            String[] words = line.strip().split("\\s+");
            if (words.length == 2) {
                numbers.put(words[0], Long.parseLong(words[1]));
            }
        }
        if (!numbers.containsKey("nr_throttled")) {
            return Optional.empty();
        }
        Duration throttled = numbers.containsKey("throttled_usec")
                ? Duration.ofNanos(numbers.getOrDefault("throttled_usec", 0L) * 1000)
                : Duration.ofNanos(numbers.getOrDefault("throttled_time", 0L));
        return Optional.of(
                new Quota(numbers.getOrDefault("nr_periods", 0L), numbers.getOrDefault("nr_throttled", 0L), throttled));
    }
}
