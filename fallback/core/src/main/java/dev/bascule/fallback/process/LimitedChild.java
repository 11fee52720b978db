package dev.bascule.fallback.process;

import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.fallback.time.GracePeriod;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A child JVM that opens what came from outside, so that a crash, a hang or a hunger for memory that a file causes is the child's
 * and costs this process one sentence. It has none of this process's environment but what its libraries need to be found. Its
 * main class calls {@link ChildServer}. A child that was lost is not asked again. Thread-safe; one request at a time.
 */
public final class LimitedChild implements AutoCloseable {
    /** What its code may need; tokens and passwords live in other variables. */
    private static final List<String> ENVIRONMENT = List.of(
            "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR", "LANG", "LC_ALL");

    private static final Duration END = Duration.ofSeconds(5);

    /** A JVM that crashes says so on its output, and ends. */
    private static final Duration CRASH = Duration.ofSeconds(2);

    private static final int KIB = 1024;

    private final Process process;
    private final ChildLimits limits;
    private final LastLines words = new LastLines(line -> {});
    private final Thread listener;
    private final DataInputStream answers;
    private final BlockingQueue<ChildReply> replies = new LinkedBlockingQueue<>();
    private Optional<ChildReply.Lost> lost = Optional.empty();
    private boolean answered;

    private LimitedChild(Process process, ChildLimits limits) {
        this.process = process;
        this.limits = limits;
        this.answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        this.listener = daemon("words", () -> words.drain(process.getErrorStream()));
        daemon("answers", this::readAll);
    }

    private Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, "child-%d-%s".formatted(process.pid(), name));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /**
     * @param main of the child; its name ends with Main
     * @param temporary where its libraries unpack what they unpack
     * @throws IOException when no process can be started
     */
    public static LimitedChild start(Class<?> main, ChildLimits limits, Path temporary) throws IOException {
        return start(main, limits, temporary, ChildSurroundings.NONE);
    }

    /**
     * The same where its code needs more than this process has.
     *
     * @throws IOException when no process can be started
     */
    public static LimitedChild start(Class<?> main, ChildLimits limits, Path temporary, ChildSurroundings surroundings)
            throws IOException {
        ProcessBuilder builder = ChildProcesses.of(line(main, limits, temporary, surroundings.options()));
        Map<String, String> environment = builder.environment();
        Map<String, String> kept = ENVIRONMENT.stream()
                .filter(environment::containsKey)
                .collect(Collectors.toMap(name -> name, environment::get));
        environment.clear();
        environment.putAll(kept);
        environment.putAll(surroundings.environment());
        environment.put("CLASSPATH", ChildJvm.classPath(surroundings.classPath()));
        return new LimitedChild(builder.start(), limits);
    }

    private static List<String> line(Class<?> main, ChildLimits limits, Path temporary, List<String> more) {
        List<String> line = new ArrayList<>(List.of(
                ChildJvm.executable().toString(),
                "-Xmx%dm".formatted(limits.heapMib()),
                "-XX:MaxDirectMemorySize=64m",
                // It lives for seconds: a quick start is worth more than quick code.
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData",
                "-XX:-CreateCoredumpOnCrash",
                // The first lines of what it says of a crash are enough.
                "-XX:+DisplayVMOutputToStderr",
                "-XX:ErrorFile=" + ChildJvm.nowhere(),
                "-Djava.io.tmpdir=" + temporary.toAbsolutePath(),
                "-Djava.awt.headless=true",
                "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider"));
        line.addAll(ChildJvm.nativeAccess(Runtime.version().feature()));
        line.addAll(more);
        line.add(main.getName());
        return line;
    }

    public long pid() {
        return process.pid();
    }

    /** Asks, and waits for the answer. */
    public ChildReply ask(String request, Duration limit) {
        return ask(request, limit, Optional::empty);
    }

    /**
     * Asks, and waits for the answer.
     *
     * @param request without line ends
     * @param limit the time that it has
     * @param excess looked at meanwhile: what it takes too much of, in a sentence, which ends it
     */
    public synchronized ChildReply ask(String request, Duration limit, Supplier<Optional<String>> excess) {
        if (lost.isPresent()) {
            return lost.get();
        }
        Duration time = answered ? limit : limit.plus(limits.start());
        try {
            tell(request);
            // An answer, or the sentence that ends it.
            BlockingQueue<ChildReply> reply = new LinkedBlockingQueue<>();
            boolean told = new GracePeriod(time).await(millis -> {
                Optional<ChildReply> heard = Optional.ofNullable(replies.poll(millis, TimeUnit.MILLISECONDS));
                heard.or(() -> tooMuch(excess)).ifPresent(reply::add);
                return !reply.isEmpty();
            });
            if (!told) {
                return lose("it took longer than " + time.toSeconds() + " s");
            }
            if (reply.element() instanceof ChildReply.Lost lost) {
                return lose(lost.why());
            }
            answered = true;
            return reply.remove();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return lose("it was interrupted");
        }
    }

    private void tell(String request) {
        try {
            OutputStream in = process.getOutputStream();
            in.write((request + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            // It ended, which its answers tell.
            return;
        }
    }

    private Optional<ChildReply> tooMuch(Supplier<Optional<String>> excess) {
        OptionalLong resident = ResidentMemory.of(process.pid());
        Optional<String> memory = resident.isPresent() && resident.getAsLong() / KIB > limits.residentMib()
                ? Optional.of("it took %d MiB of memory, and may take %d"
                        .formatted(resident.getAsLong() / KIB, limits.residentMib()))
                : Optional.empty();
        return memory.or(excess).map(ChildReply.Lost::new);
    }

    private void readAll() {
        try {
            while (true) {
                replies.add(AnswerFrame.read(answers, limits.answerBytes()));
            }
        } catch (EOFException e) {
            replies.add(new ChildReply.Lost(end(END, "it closed its output")));
        } catch (IOException e) {
            // What is no answer may be the first words of a crash.
            daemon("last-words", () -> words.drain(answers));
            replies.add(new ChildReply.Lost(end(CRASH, String.valueOf(e.getMessage()))));
        }
    }

    /** @param otherwise what there is to say when it does not end of its own */
    private String end(Duration patience, String otherwise) {
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return otherwise;
            }
            listener.join(END.toMillis());
            return ProcessEnd.of(process.exitValue(), words.all()).words();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "it was interrupted";
        }
    }

    private ChildReply.Lost lose(String why) {
        kill();
        ChildReply.Lost told = new ChildReply.Lost(why);
        lost = Optional.of(told);
        return told;
    }

    /** When this returns it writes nothing more, or the system does not let it go. */
    private void kill() {
        List<ProcessHandle> started = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        started.forEach(ProcessHandle::destroyForcibly);
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

    @Override
    public synchronized void close() {
        lose("it was ended");
    }
}
