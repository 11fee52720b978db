package dev.bascule.app.distributed;

import dev.bascule.fallback.process.LastLines;
import dev.bascule.fallback.process.ProcessEnd;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.studies.distributed.RankEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** One rank's process. Its input stays open: where that ends, because this JVM did, the rank ends itself. Belongs to one thread. */
final class RankProcess implements AutoCloseable {
    private static final long END_SECONDS = 5;

    private final int rank;
    private final Process process;
    private final LastLines words = new LastLines(line -> {});
    private final Thread talk;
    private volatile boolean tooMuch;

    /** @param line empty where its output ended */
    record Said(int rank, long nanos, Optional<String> line) {}

    private RankProcess(int rank, Process process, BlockingQueue<Said> into) {
        this.rank = rank;
        this.process = process;
        this.talk = daemon(() -> words.drain(process.getErrorStream()));
        daemon(() -> readAll(into));
    }

    static RankProcess start(int rank, List<String> line, Path folder, BlockingQueue<Said> into) throws IOException {
        ProcessBuilder builder = ChildProcesses.of(line).directory(folder.toFile());
        builder.environment().put("OMP_NUM_THREADS", "1");
        return new RankProcess(rank, builder.start(), into);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "rank");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void readAll(BlockingQueue<Said> into) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            int left = RankEngine.MOST_TOLD;
            for (int c = in.read(); c >= 0 && left > 0; c = in.read(), left--) {
                if (c == '\n') {
                    into.add(new Said(rank, System.nanoTime(), Optional.of(line.toString())));
                    line.setLength(0);
                } else {
                    line.append((char) c);
                }
            }
            tooMuch = left == 0;
        } catch (IOException e) {
            // It was killed.
        }
        into.add(new Said(rank, System.nanoTime(), Optional.empty()));
    }

    void say(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            // It ended, which its output tells.
        }
    }

    long pid() {
        return process.pid();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    void kill() {
        process.destroyForcibly();
    }

    /** How it ended. */
    String end() throws InterruptedException {
        if (tooMuch) {
            return "it told more than %d MiB".formatted(RankEngine.MOST_TOLD >> 20);
        }
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            return "it closed its output";
        }
        talk.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
        return ProcessEnd.of(process.exitValue(), words.all()).words();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
