package dev.bascule.workers.worker;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.worker.Condition;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobFrames;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQInterruptedException;
import org.apache.activemq.artemis.api.core.ActiveMQNonExistentQueueException;
import org.apache.activemq.artemis.api.core.client.ClientMessage;

/** Joins a coordinator and does its jobs, one at a time. Thread-safe. */
public final class Worker implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int REMEMBERED = 10_000;
    private static final long LOOK_MILLIS = 50;
    /** What a job says to its submitter waits no longer than that. */
    private static final long FRAME_MILLIS = 5;

    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final WorkerSettings settings;
    private final Sensors sensors;
    private final JobWork work;
    private final LongSupplier nanos;
    private final String incarnation;
    private final BlobCache cache;
    private final FolderLock lock;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;
    /** Attempts whose result was committed: their order may come once more. */
    private final Set<AttemptKey> done = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<AttemptKey, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    });

    private volatile Optional<Run> current = Optional.empty();
    /** The order of which files are being fetched. */
    private volatile Optional<AttemptKey> fetching = Optional.empty();

    private volatile Optional<BasculeException> error = Optional.empty();
    private volatile boolean finishing;
    private volatile boolean closing;
    /** What it said last over this connection that it keeps. */
    private volatile Optional<Set<String>> warm = Optional.empty();
    /** It said that it goes, or nobody is there to be told. */
    private volatile boolean left;

    private record Greeted(Connection connection, long beatMillis) {}

    private Worker(WorkerSettings settings, JobWork work, Sensors sensors, LongSupplier nanos) {
        this.settings = settings;
        this.sensors = sensors;
        this.work = work;
        this.nanos = nanos;
        byte[] id = new byte[16];
        RANDOM.nextBytes(id);
        this.incarnation = HexFormat.of().formatHex(id);
        this.lock = FolderLock.take(settings.folder());
        try {
            this.cache = new BlobCache(settings.folder(), settings.cacheBytes());
            Greeted first = connect();
            this.thread =
                    new Thread(() -> live(first), "worker-" + settings.address().id());
        } catch (IOException e) {
            lock.close();
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be used: %s".formatted(settings.folder(), e));
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
        thread.setDaemon(true);
    }

    /**
     * Joins, and begins to take jobs on threads of its own. Connects again by itself where the connection breaks.
     *
     * @throws BasculeException where the coordinator cannot be reached now, shows another certificate, or refuses the
     *     token or this version; USAGE_ERROR where another worker uses the folder
     */
    public static Worker join(WorkerSettings settings, JobWork work) {
        return join(settings, work, Sensors.NONE);
    }

    /** The same, with what the machine feels. */
    public static Worker join(WorkerSettings settings, JobWork work, Sensors sensors) {
        return join(settings, work, sensors, System::nanoTime);
    }

    /**
     * The same by another clock.
     *
     * @param nanos an even clock, by which a job counts how long its submitter was silent; asked from any of the worker's threads
     */
    public static Worker join(WorkerSettings settings, JobWork work, Sensors sensors, LongSupplier nanos) {
        Worker worker = new Worker(settings, work, sensors, nanos);
        worker.thread.start();
        return worker;
    }

    private Greeted connect() {
        Link link = Link.open(settings.address());
        try {
            Connection connection = new Connection(link, settings.address().id(), incarnation);
            ToWorker.Welcome welcome = connection.greet(new FromWorker.Hello(
                    Wire.PROTOCOL, settings.product(), incarnation, settings.inventory(), holds()));
            warm = Optional.empty();
            return new Greeted(connection, welcome.beatMillis());
        } catch (ActiveMQException e) {
            link.close();
            throw BasculeException.because(
                    e,
                    ErrorCode.COORDINATOR_UNREACHABLE,
                    "the connection to %s broke: %s%s"
                            .formatted(
                                    settings.address().url(),
                                    e.getMessage(),
                                    // Not refused for it: after a new start of the coordinator it may come yet.
                                    e instanceof ActiveMQNonExistentQueueException
                                            ? "; there is none for a submitter's token"
                                            : ""));
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private List<AttemptKey> holds() {
        return current.map(Run::key).or(() -> fetching).map(List::of).orElse(List.of());
    }

    private void live(Greeted first) {
        try {
            Optional<Greeted> next = Optional.of(first);
            while (!isOver()) {
                if (next.isPresent()) {
                    serve(next.orElseThrow());
                }
                next = isOver() ? Optional.empty() : again();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (BasculeException e) {
            error = Optional.of(e);
        } catch (RuntimeException e) {
            error = Optional.of(
                    BasculeException.because(e, ErrorCode.INTERNAL_ERROR, "the worker ended by %s".formatted(e)));
        } finally {
            current.ifPresent(run -> run.stop(stopping()));
            lock.close();
            over.countDown();
        }
    }

    private boolean isOver() {
        return left || error.isPresent() || (closing && current.isEmpty());
    }

    private static Failure stopping() {
        return Failure.of(ErrorCode.RUN_INTERRUPTED, "the worker stops", "another worker does it");
    }

    /** Until it is connected again; empty where the worker is closed meanwhile. */
    private Optional<Greeted> again() throws InterruptedException {
        settings.talk()
                .accept("the connection to %s broke; connecting again"
                        .formatted(settings.address().url()));
        long pause = 200;
        while (!closing) {
            try {
                Greeted greeted = connect();
                settings.talk()
                        .accept("connected to %s again"
                                .formatted(settings.address().url()));
                return Optional.of(greeted);
            } catch (BasculeException e) {
                if (e.code() != ErrorCode.COORDINATOR_UNREACHABLE) {
                    throw e;
                }
            }
            current.ifPresent(Run::watch);
            Thread.sleep(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
        left = true;
        return Optional.empty();
    }

    /** As long as the connection holds, or until the worker ends. */
    private void serve(Greeted greeted) throws InterruptedException {
        Thread beating = new Thread(() -> beat(greeted), "worker-beats");
        beating.setDaemon(true);
        try (Connection connection = greeted.connection()) {
            beating.start();
            current.ifPresent(run -> run.dialogue().again());
            Optional<ClientMessage> order = Optional.empty();
            Optional<Connection.Received> next = Optional.empty();
            while (!left) {
                listen(connection);
                say(connection);
                if (closing) {
                    current.ifPresent(run -> run.stop(stopping()));
                }
                if (current.isPresent()) {
                    Run run = current.orElseThrow();
                    run.watch();
                    if (run.isStuck()) {
                        throw new BasculeException(
                                ErrorCode.INTERNAL_ERROR,
                                "%s was told to stop and does not; this worker ends, so that nothing is measured beside it"
                                        .formatted(run.key()));
                    }
                    Optional<JobEnd> end = run.await(order.isPresent() && !run.converses() ? LOOK_MILLIS : 0);
                    if (end.isPresent()) {
                        say(connection);
                        // Before its end, on which it may be given the next one.
                        sayWarm(connection::say);
                        connection.end(run, end.orElseThrow(), order);
                        done.add(run.key());
                        current = Optional.empty();
                        order = Optional.empty();
                        cache.tidy(run.blobs());
                        continue;
                    }
                    if (order.isEmpty()) {
                        Optional<Connection.Received> received = connection.order(LOOK_MILLIS);
                        if (received.filter(one -> one.key().equals(run.key())).isPresent()) {
                            order = received.map(Connection.Received::message);
                        } else if (received.isPresent()) {
                            next = received;
                        }
                    }
                    continue;
                }
                if (finishing || closing) {
                    connection.say(new FromWorker.Leave(incarnation));
                    left = true;
                    return;
                }
                Optional<Connection.Received> received = next.isPresent() ? next : connection.order(LOOK_MILLIS);
                next = Optional.empty();
                if (received.isPresent()) {
                    order = begin(connection, received.orElseThrow());
                }
            }
        } catch (ActiveMQException e) {
            // Connected again by the caller; what was not acknowledged comes again.
        } catch (IOException e) {
            if (!(e.getCause() instanceof ActiveMQException)) {
                throw BasculeException.because(
                        e, ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be used: %s".formatted(settings.folder(), e));
            }
        } finally {
            fetching = Optional.empty();
            beating.interrupt();
        }
    }

    /** The message to acknowledge with the result; empty where the job was done before, or cannot be. */
    private Optional<ClientMessage> begin(Connection connection, Connection.Received received)
            throws ActiveMQException, IOException {
        AttemptKey key = received.key();
        if (done.contains(key)) {
            connection.drop(received.message());
            return Optional.empty();
        }
        fetching = Optional.of(key);
        try {
            var blobs = cache.folder(received.order(), (blob, to) -> connection.bring(key, blob, to));
            connection.say(new FromWorker.Began(incarnation, key.job(), key.attempt()));
            settings.talk().accept("begins %s".formatted(key));
            current = Optional.of(Run.start(received.order(), blobs, work, settings.talk(), nanos));
        } catch (BasculeException e) {
            // The coordinator does not give a file, or gives another one: not a matter of the connection.
            current = Optional.of(Run.start(
                    received.order(),
                    cache.folder(Bare.of(received.order()), (blob, to) -> {}),
                    (order, files, talk) -> {
                        throw e;
                    },
                    settings.talk()));
        } finally {
            fetching = Optional.empty();
        }
        return Optional.of(received.message());
    }

    /** What the coordinator has to say. */
    private void listen(Connection connection) throws ActiveMQException {
        long wait = current.filter(Run::converses).isPresent() ? FRAME_MILLIS : 0;
        for (Optional<Connection.Heard> told = connection.told(wait); told.isPresent(); told = connection.told(0)) {
            ToWorker message = told.orElseThrow().message();
            byte[] frame = told.orElseThrow().frame();
            if (message instanceof ToWorker.Told asked) {
                current.filter(run -> run.converses() && run.key().equals(new AttemptKey(asked.job(), asked.attempt())))
                        .ifPresent(run -> run.dialogue().hears(new JobFrames.Frame(asked.number(), frame)));
            }
            if (message instanceof ToWorker.Kept kept) {
                current.filter(run -> run.converses() && run.key().equals(new AttemptKey(kept.job(), kept.attempt())))
                        .ifPresent(run -> run.dialogue().kept());
            }
            if (message instanceof ToWorker.Refused refused) {
                throw Connection.thrown(refused);
            }
            if (message instanceof ToWorker.Unknown) {
                throw new ActiveMQException("the coordinator was started anew");
            }
            if (message instanceof ToWorker.Discarded discarded) {
                settings.talk()
                        .accept("the coordinator discarded the result of %s (try %d): %s"
                                .formatted(discarded.job(), discarded.attempt(), discarded.because()));
            }
            if (message instanceof ToWorker.Cancel cancel) {
                current.filter(run -> run.key().equals(new AttemptKey(cancel.job(), cancel.attempt())))
                        .ifPresent(run -> {
                            settings.talk().accept("stops %s: %s".formatted(run.key(), cancel.because()));
                            run.stop(Failure.of(ErrorCode.RUN_INTERRUPTED, cancel.because()));
                        });
            }
        }
    }

    /** What its job answers. */
    private void say(Connection connection) throws ActiveMQException {
        Optional<Run> run = current;
        Optional<JobFrames.Frame> answer = run.flatMap(one -> one.dialogue().toSay());
        if (answer.isPresent()) {
            connection.say(run.orElseThrow().key(), answer.orElseThrow());
        }
    }

    /** Says something to the coordinator. */
    private interface Saying {
        void say(FromWorker said) throws ActiveMQException;
    }

    private void sayWarm(Saying to) throws ActiveMQException {
        Optional<Set<String>> now = Optional.of(work.warm());
        if (!now.equals(warm)) {
            to.say(new FromWorker.Warm(incarnation, now.orElseThrow()));
            warm = now;
        }
    }

    private void beat(Greeted greeted) {
        Felt felt = new Felt(sensors, settings.talk());
        try {
            while (true) {
                Thread.sleep(greeted.beatMillis());
                greeted.connection().beat(holds());
                if (current.isEmpty()) {
                    // What its job uses is kept when that is done.
                    sayWarm(greeted.connection()::sayBesides);
                }
                Optional<Condition> condition =
                        felt.next(current.filter(Run::works).isPresent());
                if (condition.isPresent()) {
                    greeted.connection().sense(condition.orElseThrow());
                }
            }
        } catch (InterruptedException | ActiveMQException | ActiveMQInterruptedException e) {
            // The other thread notices by itself.
        }
    }

    /**
     * Waits until the worker has ended.
     *
     * @throws BasculeException where it was revoked, replaced or refused
     */
    public void await() throws InterruptedException {
        over.await();
        if (error.isPresent()) {
            throw error.orElseThrow();
        }
    }

    /** Takes no more jobs, and ends after the one that it does. Returns at once. */
    public void finish() {
        finishing = true;
    }

    /** Interrupts its job, gives it back and ends. */
    @Override
    public void close() {
        closing = true;
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
