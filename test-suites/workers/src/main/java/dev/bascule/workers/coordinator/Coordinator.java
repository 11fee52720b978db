package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.PrivateFiles;
import dev.bascule.reports.history.History;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.workers.broker.Exchange;
import dev.bascule.workers.broker.OutsideBroker;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.WorkerStatus;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds broker, ledger and blobs, and places jobs. Thread-safe. */
public final class Coordinator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);
    private static final long TICK_MILLIS = 50;
    private static final int FILE_THREADS = 4;

    private final CoordinatorSettings settings;
    private final Desk desk;
    private final Pruner pruner;
    private final ResultRoom room;
    private final Exchange broker;
    private final ExecutorService files;
    private final ExecutorService predicting;
    private final List<Thread> threads = new ArrayList<>();
    private final Members members;
    private final Dialogues dialogues;
    private volatile boolean running = true;
    private volatile Optional<Throwable> broken = Optional.empty();

    private Coordinator(
            CoordinatorSettings settings, History history, Policy policy, PredictedTimes predicted, Clock clock) {
        this.settings = settings;
        try {
            PrivateFiles.prepareFolder(settings.folder());
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.COORDINATOR_FAILED, "%s cannot be used: %s".formatted(settings.folder(), e));
        }
        Book book = new Book(history, clock);
        Path folder = settings.folder();
        FileStore blobs =
                new FileStore(folder.resolve("blobs"), settings.limits().folderBytes() / 2, clock);
        FileStore results =
                new FileStore(folder.resolve("results"), settings.limits().folderBytes() / 2, clock);
        this.broker = Carrier.start(settings, book);
        String fingerprint =
                broker instanceof OutsideBroker outside ? outside.fingerprint() : Carrier.fingerprint(settings);
        Post post = new Post(broker.link());
        this.predicting = Executors.newSingleThreadExecutor(work -> daemon(work, "pool-predictions"));
        this.desk = new Desk(book, post, policy, predicted, predicting, settings.limits(), clock, System::nanoTime);
        this.members = new Members(settings, broker, fingerprint, desk, clock);
        members.meet();
        this.files = Executors.newFixedThreadPool(FILE_THREADS, work -> daemon(work, "pool-files"));
        Fetched fetched = new Fetched(folder.resolve("fetched"));
        this.room = new ResultRoom(desk, results, fetched, settings.limits(), System::nanoTime);
        this.pruner = new Pruner(desk, blobs, results, fetched, settings.keep(), clock, System::nanoTime);
        this.dialogues = new Dialogues(desk, post, settings.limits().frameBytes());
        WorkerReports reports =
                new WorkerReports(desk, post, blobs, results, fetched, dialogues, settings.limits(), files);
        SubmitterAsks asks =
                new SubmitterAsks(desk, post, blobs, results, fetched, dialogues, settings.limits(), clock);
        start("pool-reports", new Intake(broker.link(), Wire.REPORTS, reports, () -> running));
        start("pool-asks", new Intake(broker.link(), Wire.ASKS, asks, () -> running));
        start("pool-uploads", new Intake(broker.link(), Wire.UPLOADS, asks, () -> running));
        start("pool-desk", this::tick);
    }

    /**
     * Starts one, and takes up what the ledger and the folder hold of a former one.
     *
     * @param history open already, and closed by whoever opened it, after this
     * @param predicted asked by a thread of its own where no attempt of the ledger tells
     * @throws BasculeException COORDINATOR_FAILED where the port is taken or the folder is in use
     */
    public static Coordinator start(
            CoordinatorSettings settings, History history, Policy policy, PredictedTimes predicted, Clock clock) {
        return new Coordinator(settings, history, policy, predicted, clock);
    }

    private void start(String name, Runnable work) {
        Thread thread = daemon(work, name);
        threads.add(thread);
        thread.start();
    }

    private Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        // Without one of its threads it would take jobs and do nothing with them.
        thread.setUncaughtExceptionHandler((which, why) -> {
            if (running) {
                LOG.error("the coordinator ends, since its thread {} did", which.getName(), why);
                broken = Optional.of(why);
            }
        });
        return thread;
    }

    private void prune() {
        try {
            pruner.look();
        } catch (RuntimeException e) {
            LOG.warn("runs that are over for long could not be forgotten, and that is tried again: {}", e.getMessage());
        }
    }

    private void tick() {
        String told = "";
        while (running) {
            try {
                desk.roomForResults(room.look());
                desk.tick();
                dialogues.look();
                prune();
                told = "";
            } catch (RuntimeException e) {
                // Such as where the disk is full: nothing was placed, and it is tried again. Told once.
                String why = String.valueOf(e.getMessage());
                if (running && !why.equals(told)) {
                    LOG.warn("no job is placed now: {}", why);
                }
                told = why;
            }
            try {
                Thread.sleep(told.isEmpty() ? TICK_MILLIS : 20 * TICK_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** The port that it listens on. */
    public int port() {
        return broker.port();
    }

    /**
     * Whether all of it runs now: its own broker stops where its journal cannot be written, that of others may be gone for a while, and a
     * thread stops where memory is short.
     */
    public boolean isUp() {
        return running && broken.isEmpty() && broker.isUp();
    }

    /**
     * Waits as long as it runs.
     *
     * @throws BasculeException COORDINATOR_FAILED where the broker or another part stopped by itself; jobs are in the ledger, and go on with
     *     the next start
     */
    public void await() throws InterruptedException {
        while (running) {
            if (broken.isPresent()) {
                throw BasculeException.because(
                        broken.orElseThrow(),
                        ErrorCode.COORDINATOR_FAILED,
                        "the coordinator ended by %s".formatted(broken.orElseThrow()));
            }
            if (broker.isOver()) {
                throw new BasculeException(
                        ErrorCode.COORDINATOR_FAILED,
                        settings.outside()
                                .map("the connection to the broker of %s cannot be mended"::formatted)
                                .orElseGet(() -> "the broker stopped, since %s could not be written"
                                        .formatted(settings.folder())));
            }
            Thread.sleep(10 * TICK_MILLIS);
        }
    }

    /**
     * Issues a token. Only its hash is kept: it cannot be shown again.
     *
     * @param name part of the id, for people: letters, digits and hyphens
     * @throws BasculeException USAGE_ERROR for another name
     */
    public JoinAddress invite(String name, Role role) {
        return members.invite(name, role);
    }

    /**
     * A token that was issued before, at the address that this coordinator has now.
     *
     * @return empty where it is not good here, or not for that role
     */
    public Optional<JoinAddress> renewed(JoinAddress before, Role role) {
        return members.renewed(before, role);
    }

    /**
     * Whose token is good in the ledger and yet lets nobody in, since the broker of others has no account for it: it was issued without
     * that broker, or the folder with the accounts was lost. {@link #renewed} gives it one.
     */
    public Set<String> withoutAccount() {
        return members.withoutAccount();
    }

    /**
     * Takes a token back and cuts its connections; a worker's job goes elsewhere. Asked again it does what it could not do before.
     *
     * @return whether there is such a token, taken back before or now
     */
    public boolean revoke(String id) {
        return members.revoke(id);
    }

    /** All that ever were invited, in the order of their ids. */
    public List<WorkerStatus> workers() {
        return desk.workers();
    }

    /** All jobs, in the order in which they came. */
    public List<JobStatus> jobs() {
        return desk.with(book -> book.all().stream()
                .map(entry -> entry.status(desk.waits(entry)))
                .toList());
    }

    public Optional<JobStatus> job(JobId id) {
        return desk.with(book -> book.job(id).map(entry -> entry.status(desk.waits(entry))));
    }

    /** All runs. */
    public RunList runs() {
        return desk.with(book -> book.counts().list(run -> true));
    }

    /**
     * Some of a run's jobs, in the order of their numbers; none where there is no such run.
     *
     * @param states of those that are wanted; none for all
     * @param from how many of these are left out at the beginning
     */
    public RunPart part(String run, Set<JobState> states, int from, int count) {
        return RunViews.part(desk, desk.with(book -> book.run(run)), states, from, count);
    }

    /** What becomes of a job that waits; empty where it does not. */
    public Optional<Prospect> explain(JobId id) {
        return desk.prospect(id);
    }

    /** Cancels those of a run's jobs that are not over. */
    public void cancel(String run) {
        desk.cancel(run);
    }

    /** Stops; jobs stay in the ledger, and workers wait for the next start. */
    @Override
    public void close() {
        running = false;
        files.shutdownNow();
        predicting.shutdownNow();
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join(5_000);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        broker.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
