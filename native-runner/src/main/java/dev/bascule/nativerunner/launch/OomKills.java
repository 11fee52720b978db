package dev.bascule.nativerunner.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * How many processes the kernel has killed for memory in this process's control group: the line {@code oom_kill} of
 * {@code memory.events} (cgroup v2) or of {@code memory.oom_control} (v1). A child that ends by SIGKILL while the count
 * rises was one of them. Stateless and thread-safe.
 */
final class OomKills {
    private static final Path MEMBERSHIP = Path.of("/proc/self/cgroup");
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    private OomKills() {}

    /** The count now; empty where no control group tells. */
    static OptionalLong read() {
        return read(lines(MEMBERSHIP), GROUPS);
    }

    /**
     * @param membership lines of {@code /proc/self/cgroup}: {@code 4:memory:/path} in v1, {@code 0::/path} in v2
     * @param groups where control groups are mounted
     */
    static OptionalLong read(List<String> membership, Path groups) {
        return membership.stream()
                .flatMap(line -> files(line.split(":", 3), groups))
                .filter(Files::isReadable)
                .map(file -> count(lines(file)))
                .filter(OptionalLong::isPresent)
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    /** In a container the path is often the host's, and the group itself is what is mounted. */
    private static Stream<Path> files(String[] member, Path groups) {
        if (member.length < 3) {
            return Stream.of();
        }
        boolean unified = member[1].isEmpty();
        if (!unified && !List.of(member[1].split(",")).contains("memory")) {
            return Stream.of();
        }
        Path root = unified ? groups : groups.resolve("memory");
        String file = unified ? "memory.events" : "memory.oom_control";
        return Stream.of(root.resolve(member[2].substring(1)).resolve(file), root.resolve(file));
    }

    /** The line {@code oom_kill N}. */
    static OptionalLong count(List<String> lines) {
        Optional<String> line =
                lines.stream().filter(text -> text.matches("oom_kill \\d+")).findFirst();
        return line.map(text -> OptionalLong.of(Long.parseLong(text.substring("oom_kill ".length()))))
                .orElse(OptionalLong.empty());
    }

    /** Whether it has risen since. */
    static boolean rose(OptionalLong before, OptionalLong after) {
        return before.isPresent() && after.isPresent() && after.getAsLong() > before.getAsLong();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
