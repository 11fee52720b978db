package dev.bascule.app.quantizer;

import dev.bascule.fallback.process.LastLines;
import dev.bascule.fallback.process.ProcessEnd;
import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A program of others' in a process of its own, ended with this one: while that is alive it holds the other end of its input. Stateless.
 */
final class QuantizerProcess {
    private static final Duration END = Duration.ofSeconds(5);

    private QuantizerProcess() {}

    /**
     * Runs it to its end.
     *
     * @param folder that it starts in
     * @param limit after which it is ended; so is it where this thread is interrupted, which stays so
     * @return why it did not get through; empty where it did
     */
    static Optional<String> run(List<String> line, Path folder, Duration limit) {
        Process process;
        try {
            process = ChildProcesses.of(line)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return Optional.of("it does not start: " + e.getMessage());
        }
        LastLines words = new LastLines(each -> {});
        Thread listener = new Thread(() -> words.drain(process.getInputStream()), "quantizer-words");
        listener.setDaemon(true);
        listener.start();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return Optional.of("it took longer than %d s, and was ended".formatted(limit.toSeconds()));
            }
            listener.join(END.toMillis());
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of(
                            ProcessEnd.of(process.exitValue(), words.all()).words());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("it was interrupted");
        } finally {
            kill(process);
        }
    }

    /** Its folder is deleted next. */
    private static void kill(Process process) {
        // Itself first, or it goes on once a child of its has ended.
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        boolean interrupted = Thread.interrupted();
        try {
            process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
