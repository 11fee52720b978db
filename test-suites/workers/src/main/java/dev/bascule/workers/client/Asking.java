package dev.bascule.workers.client;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobFrames;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.FromSubmitter;
import dev.bascule.workers.wire.ToSubmitter;
import dev.bascule.workers.wire.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Questions to a coordinator, each asked until it is answered: each may be asked twice without harm. For one thread at a time.
 *
 * <p>The broker's library neither ends soon at an interrupt nor tells each one: it works on a thread of its own, for which the asking one
 * waits. Where that one is interrupted, connection and thread are left to themselves, and the next question has others.
 */
final class Asking implements AutoCloseable {
    private static final long UPLOAD_MILLIS = 1_800_000;
    private static final long LONGEST_DOCUMENT = 256L << 20;
    private static final Duration FOR_EVER = Duration.ofDays(36_500);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(2);

    private final JoinAddress address;
    private final String product;
    private final Consumer<String> talk;
    private ExecutorService thread = thread();
    private Line line;
    private boolean renewed;

    /** A file's bytes, as often as they are needed. */
    @FunctionalInterface
    interface Content {
        InputStream open() throws IOException;
    }

    private Asking(JoinAddress address, String product, Consumer<String> talk) {
        this.address = address;
        this.product = product;
        this.talk = talk;
        this.line = new Line(address, product, talk);
    }

    private static ExecutorService thread() {
        return Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "pool-client");
            thread.setDaemon(true);
            return thread;
        });
    }

    static Asking connect(JoinAddress address, String product, Consumer<String> talk) {
        Asking asking = new Asking(address, product, talk);
        try {
            asking.apart(
                    () -> {
                        asking.line.open();
                        return true;
                    },
                    FOR_EVER);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            asking.thread.shutdown();
            throw BasculeException.because(
                    e, ErrorCode.RUN_INTERRUPTED, "connecting to %s was interrupted".formatted(address.url()));
        } catch (RuntimeException e) {
            asking.thread.shutdown();
            throw e;
        }
        return asking;
    }

    private <T> T apart(Callable<T> work, Duration within) throws InterruptedException {
        return apart(work, within, "%s does not answer within %d s".formatted(address.url(), within.toSeconds()));
    }

    /** @param late what is said where it takes longer */
    private <T> T apart(Callable<T> work, Duration within, String late) throws InterruptedException {
        Future<T> answer = thread.submit(work);
        try {
            return answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            abandon();
            throw e;
        } catch (TimeoutException e) {
            abandon();
            throw new BasculeException(ErrorCode.COORDINATOR_UNREACHABLE, late);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException own) {
                throw own;
            }
            if (e.getCause() instanceof Error own) {
                throw own;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void abandon() {
        Line left = line;
        left.abandon();
        thread.execute(left::close);
        thread.shutdown();
        thread = thread();
        line = new Line(address, product, talk);
        renewed = true;
    }

    /** Whether it connected again since this was asked last. */
    boolean restarted() {
        boolean was = renewed;
        renewed = false;
        return line.restarted() || was;
    }

    /** @throws BasculeException what the coordinator refuses it with */
    <T extends ToSubmitter> T ask(FromSubmitter question, Class<T> expected) throws InterruptedException {
        return ask(question, expected, FOR_EVER);
    }

    /**
     * Asks, and gives up after a time.
     *
     * @throws BasculeException what the coordinator refuses it with; COORDINATOR_UNREACHABLE where there is no answer in that time
     */
    <T extends ToSubmitter> T ask(FromSubmitter question, Class<T> expected, Duration within)
            throws InterruptedException {
        Line on = line;
        ToSubmitter answer = apart(
                () -> on.always(
                        Wire.ASKS,
                        session -> Envelope.body(session, question, false),
                        Line.ANSWER_MILLIS,
                        message -> Envelope.read(message, ToSubmitter.class)),
                within);
        return expected(answer, expected);
    }

    private static <T extends ToSubmitter> T expected(ToSubmitter answer, Class<T> expected) {
        if (answer instanceof ToSubmitter.Refused refused) {
            throw Line.thrown(refused);
        }
        if (!expected.isInstance(answer)) {
            throw new BasculeException(
                    ErrorCode.PROTOCOL_VIOLATION, "the coordinator answers something that was not asked");
        }
        return expected.cast(answer);
    }

    /** Sends a file, and waits until the coordinator has it. */
    void upload(Blob blob, Content content) throws InterruptedException {
        Line on = line;
        ToSubmitter answer = apart(
                () -> on.always(
                        Wire.UPLOADS,
                        session -> Envelope.file(session, new FromSubmitter.Upload(blob), content.open(), false),
                        UPLOAD_MILLIS,
                        message -> Envelope.read(message, ToSubmitter.class)),
                FOR_EVER);
        expected(answer, ToSubmitter.Fine.class);
    }

    /**
     * Tells an attempt something, and brings what it says to that.
     *
     * @throws BasculeException what the attempt ended by, or the coordinator refuses it with; COORDINATOR_UNREACHABLE where there is no answer in
     *     that time
     */
    byte[] tell(FromSubmitter.Tell tell, byte[] frame, Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        Pauses pauses = new Pauses();
        Came came = toldOnce(
                tell, frame, within, "%s does not answer within %d s".formatted(address.url(), within.toSeconds()));
        String away = "%s was started anew, and a worker has not come back to it within %d s"
                .formatted(address.url(), within.toSeconds());
        while (came.head() instanceof ToSubmitter.Later) {
            Duration pause = pauses.next(Duration.ofNanos(end - System.nanoTime()))
                    .orElseThrow(() -> new BasculeException(ErrorCode.COORDINATOR_UNREACHABLE, away));
            Thread.sleep(pause.toMillis());
            came = toldOnce(tell, frame, Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime())), away);
        }
        ToSubmitter.Said said = expected(came.head(), ToSubmitter.Said.class);
        if (said.number() != tell.number()) {
            throw new BasculeException(
                    ErrorCode.PROTOCOL_VIOLATION, "the coordinator answers something that was not asked");
        }
        return came.body();
    }

    private record Came(ToSubmitter head, byte[] body) {}

    private Came toldOnce(FromSubmitter.Tell tell, byte[] frame, Duration within, String late)
            throws InterruptedException {
        Line on = line;
        return apart(
                () -> on.always(
                        Wire.UPLOADS,
                        session -> Envelope.file(session, tell, new ByteArrayInputStream(frame), false),
                        UPLOAD_MILLIS,
                        message -> {
                            ToSubmitter head = Envelope.read(message, ToSubmitter.class);
                            return new Came(
                                    head,
                                    head instanceof ToSubmitter.Said
                                            ? Envelope.bytes(message, JobFrames.LONGEST)
                                            : new byte[0]);
                        }),
                within,
                late);
    }

    /** An answer that is a file. */
    byte[] document(FromSubmitter question) throws InterruptedException {
        Line on = line;
        Came came = apart(
                () -> on.always(
                        Wire.ASKS, session -> Envelope.body(session, question, false), UPLOAD_MILLIS, message -> {
                            ToSubmitter head = Envelope.read(message, ToSubmitter.class);
                            return new Came(
                                    head,
                                    head instanceof ToSubmitter.Document
                                            ? Envelope.bytes(message, LONGEST_DOCUMENT)
                                            : new byte[0]);
                        }),
                FOR_EVER);
        expected(came.head(), ToSubmitter.Document.class);
        return came.body();
    }

    /** Waits a moment for the end of the connection, which takes its time where nobody answers. */
    @Override
    public void close() {
        Future<?> closed = thread.submit(line::close);
        thread.shutdown();
        try {
            closed.get(CLOSES_WITHIN.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // Its thread is a daemon, and nothing is lost with a connection.
        }
    }
}
