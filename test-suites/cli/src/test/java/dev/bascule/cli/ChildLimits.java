package dev.bascule.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Watches the native runners below a process, reads how much they map, and holds them to a limit. Linux only. */
final class ChildLimits implements AutoCloseable {
    private static final Pattern PEAK = Pattern.compile("VmPeak:\\s+(\\d+) kB");

    private final Map<Long, Long> peaks = new ConcurrentHashMap<>();
    private final Map<Long, Long> held = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::look, "bascule-child-limits");
    private final ProcessHandle root;
    private volatile long limit;
    private volatile boolean ended;

    /** Of this process. */
    ChildLimits() {
        this(ProcessHandle.current());
    }

    ChildLimits(ProcessHandle root) {
        this.root = root;
    }

    void watch() {
        thread.setDaemon(true);
        thread.start();
    }

    /** The most bytes that any child had mapped so far. */
    long greatest() {
        return peaks.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    /** From now on each new child may map so many bytes. */
    void hold(long bytes) {
        limit = bytes;
    }

    /** How many children were held. */
    int held() {
        return held.size();
    }

    private void look() {
        while (!ended) {
            root.descendants()
                    .filter(child -> child.info()
                            .commandLine()
                            .filter(line -> line.contains("NativeRunnerMain"))
                            .isPresent())
                    .forEach(this::look);
            try {
                // A child needs ten times as long to join, and opens nothing before.
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void look(ProcessHandle child) {
        try {
            Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc/" + child.pid() + "/status")));
            if (peak.find()) {
                peaks.merge(child.pid(), Long.parseLong(peak.group(1)) * 1024, Math::max);
            }
            long now = limit;
            if (now > 0 && held.putIfAbsent(child.pid(), now) == null) {
                new ProcessBuilder("prlimit", "--pid", Long.toString(child.pid()), "--as=" + now)
                        .start()
                        .waitFor();
            }
        } catch (IOException gone) {
            // It ended between being listed and being read.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        if (thread.isAlive()) {
            thread.interrupt();
            thread.join();
        }
    }
}
