package dev.bascule.cli.collect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A control group of Linux that grants its processes so much processor time and no more, below the group of this process or beside it. Version 2
 * by {@code cpu.max}, version 1 by {@code cpu.cfs_quota_us}; only version 1 was seen to work. Belongs to one thread; closed when its processes have ended.
 */
final class CpuGroup implements AutoCloseable {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final String HANDED = "cgroup.subtree_control";
    private static final String NAME = "bascule-";
    private static final Pattern OWNED = Pattern.compile(NAME + "(\\d{1,18})");
    private static final long PERIOD_MICROS = 100_000;
    private static final int PATIENCE = 50;

    private final Path folder;

    private CpuGroup(Path folder) {
        this.folder = folder;
    }

    /**
     * A new one.
     *
     * @param owner id of the process that it is for; only one group of each is there at a time
     * @throws IOException where this system has none, or does not let this process make one
     */
    static CpuGroup of(long owner, double processors) throws IOException {
        Path own = own(Files.readString(Path.of("/proc/self/cgroup")), ROOT);
        boolean second = Files.exists(own.resolve("cgroup.controllers"));
        Path above = second ? handing(own, ROOT) : own;
        sweep(above);
        Path folder = Files.createDirectory(above.resolve(NAME + owner));
        try {
            if (second) {
                Files.writeString(folder.resolve("cpu.max"), "%d %d".formatted(quota(processors), PERIOD_MICROS));
            } else {
                Files.writeString(folder.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
                Files.writeString(folder.resolve("cpu.cfs_quota_us"), Long.toString(quota(processors)));
            }
            return new CpuGroup(folder);
        } catch (IOException e) {
            Files.deleteIfExists(folder);
            throw e;
        }
    }

    /**
     * The group that hands processor time down to those beneath it. One that holds processes cannot, but for the root: then the
     * group that it is in itself may do so already.
     */
    static Path handing(Path own, Path root) throws IOException {
        if (hands(own)) {
            return own;
        }
        Path parent = own.resolve("..").normalize();
        if (!own.equals(root) && parent.startsWith(root) && hands(parent)) {
            return parent;
        }
        try {
            Files.writeString(own.resolve(HANDED), "+cpu");
            return own;
        } catch (IOException e) {
            throw new IOException(
                    "%s hands no processor time down, which a group with processes cannot: %s"
                            .formatted(own, e.getMessage()),
                    e);
        }
    }

    private static boolean hands(Path group) throws IOException {
        Path handed = group.resolve(HANDED);
        return Files.isRegularFile(handed)
                && List.of(Files.readString(handed).strip().split("\\s+")).contains("cpu");
    }

    /** Takes away what processes left that were killed. */
    static void sweep(Path above) throws IOException {
        List<Path> left;
        try (Stream<Path> folders = Files.list(above)) {
            left = folders.filter(folder -> isLeft(String.valueOf(folder.getFileName())))
                    .toList();
        }
        for (Path folder : left) {
            try {
                Files.deleteIfExists(folder);
            } catch (IOException busy) {
                // A process lives in it yet: the next one takes it away.
                continue;
            }
        }
    }

    private static boolean isLeft(String name) {
        Matcher matcher = OWNED.matcher(name);
        if (!matcher.matches()) {
            return false;
        }
        long owner = Long.parseLong(matcher.group(1));
        return owner == ProcessHandle.current().pid()
                || ProcessHandle.of(owner).filter(ProcessHandle::isAlive).isEmpty();
    }

    private static long quota(double processors) {
        return Math.round(processors * PERIOD_MICROS);
    }

    /** Where the group of a process lies that grants processor time. */
    static Path own(String groups, Path root) throws IOException {
        for (String line : groups.lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",")).contains("cpu")) {
                Path mounted = root.resolve(parts[1]);
                Path base = Files.isDirectory(mounted) ? mounted : root.resolve("cpu");
                return base.resolve(parts[2].substring(1));
            }
        }
        for (String line : groups.lines().toList()) {
            if (line.startsWith("0::/") && Files.exists(root.resolve("cgroup.controllers"))) {
                return root.resolve(line.substring("0::/".length()));
            }
        }
        throw new IOException("no control group for processor time is mounted at " + root);
    }

    /** The same command, which joins the group before it begins. */
    List<String> joining(List<String> command) {
        List<String> line = new ArrayList<>(List.of(
                "/bin/sh",
                "-c",
                "echo $$ > \"$0\" && exec \"$@\"",
                folder.resolve("cgroup.procs").toString()));
        line.addAll(command);
        return line;
    }

    /** Takes it away once its processes have ended; what does not end soon leaves it there, empty of use. */
    @Override
    public void close() {
        for (int i = 0; i < PATIENCE; i++) {
            try {
                Files.deleteIfExists(folder);
                return;
            } catch (IOException busy) {
                try {
                    TimeUnit.MILLISECONDS.sleep(100);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
