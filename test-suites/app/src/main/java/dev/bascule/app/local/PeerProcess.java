package dev.bascule.app.local;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.process.LastLines;
import dev.bascule.fallback.process.ProcessEnd;
import dev.bascule.fallback.secret.ChildProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process that reads one request and tells lines, so that its crash or hang is its own. Belongs to one thread. */
final class PeerProcess implements AutoCloseable {
    /** Characters of all lines together: a thousand rounds of a thousand tokens. */
    private static final int MOST = 32 << 20;

    private static final Duration END = Duration.ofSeconds(5);

    private final Process process;
    private final LastLines words = new LastLines(line -> {});
    /** Empty where its output ended. */
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    private final Thread listener;
    private volatile boolean saidTooMuch;

    private PeerProcess(Process process) {
        this.process = process;
        this.listener = daemon(() -> words.drain(new ShortLines(process.getErrorStream())));
        daemon(this::readAll);
    }

    /** It ended, or was ended, before it was through. */
    static final class Ended extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Failure failure;

        Ended(ErrorCode code, String words) {
            super(words);
            this.failure = Failure.of(code, words);
        }

        Failure failure() {
            return failure;
        }
    }

    static PeerProcess start(List<String> line, String request) throws Ended {
        try {
            PeerProcess peer = new PeerProcess(ChildProcesses.of(line).start());
            // One that does not read would hold up whoever waits for its lines.
            daemon(() -> peer.write(request));
            return peer;
        } catch (IOException e) {
            throw new Ended(ErrorCode.TOOL_MISSING, "it does not start: " + e.getMessage());
        }
    }

    private void write(String request) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(request.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // It ended, which its output tells.
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "peer");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void readAll() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            int left = MOST;
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (left-- == 0) {
                    saidTooMuch = true;
                    break;
                }
                if (c == '\n') {
                    lines.add(Optional.of(line.toString()));
                    line.setLength(0);
                } else {
                    line.append((char) c);
                }
            }
        } catch (IOException e) {
            // It was killed.
        }
        lines.add(Optional.empty());
    }

    /** The next line. */
    String next(Duration limit) throws InterruptedException, Ended {
        Optional<String> line = lines.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new Ended(
                    ErrorCode.ATTEMPT_TIMED_OUT,
                    "it said nothing for %d s, and was ended".formatted(limit.toSeconds()));
        }
        if (line.isPresent()) {
            return line.get();
        }
        if (saidTooMuch) {
            throw new Ended(
                    ErrorCode.PROTOCOL_VIOLATION, "it said more than %d MiB, and was ended".formatted(MOST >> 20));
        }
        if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new Ended(ErrorCode.RUNNER_CRASHED, "it closed its output");
        }
        listener.join(END.toMillis());
        throw new Ended(
                ErrorCode.RUNNER_CRASHED,
                ProcessEnd.of(process.exitValue(), words.all()).words());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            // Its work folder is deleted next, and the next peer is timed.
            process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
