package dev.bascule.app.distributed;

import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A network namespace that nobody named: it lives as long as a process in it does. That process reads until its input ends, so
 * nothing is left where this JVM is killed: links go with the namespaces that they end in. Belongs to one thread.
 */
final class Namespace implements AutoCloseable {
    private static final long WAIT_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 5;

    private final Process keeper;

    private Namespace(Process keeper) {
        this.keeper = keeper;
    }

    static Namespace open() throws IOException, InterruptedException {
        Path own = Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
        Process keeper = ChildProcesses.of("unshare", "-n", "cat")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Namespace opened = new Namespace(keeper);
        Path its = Path.of("/proc/" + keeper.pid() + "/ns/net");
        for (long waited = 0; waited < WAIT_MILLIS && keeper.isAlive(); waited += PAUSE_MILLIS) {
            if (!Files.readSymbolicLink(its).equals(own)) {
                opened.run("ip", "link", "set", "lo", "up");
                return opened;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        opened.close();
        throw new IOException("the system makes no network namespace");
    }

    String pid() {
        return Long.toString(keeper.pid());
    }

    /** A command line that runs in here. */
    List<String> inside(List<String> line) {
        List<String> words = new ArrayList<>(List.of("nsenter", "-t", pid(), "-n"));
        words.addAll(line);
        return words;
    }

    /** Runs a program in here to its end, which is to be a good one. */
    void run(String... line) throws IOException, InterruptedException {
        Process process = ChildProcesses.of(inside(List.of(line)))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException("%s: %s".formatted(String.join(" ", line), said));
        }
    }

    @Override
    public void close() {
        keeper.destroyForcibly();
    }
}
