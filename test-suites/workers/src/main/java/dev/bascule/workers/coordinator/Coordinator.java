package dev.bascule.workers.coordinator;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.PrivateFiles;
import dev.bascule.reports.history.History;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.broker.Admission;
import dev.bascule.workers.broker.Broker;
import dev.bascule.workers.broker.BrokerSettings;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.WorkerStatus;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds broker, ledger and blobs, and places jobs. Thread-safe. */
public final class Coordinator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SECRET_BYTES = 32;
    private static final int SUFFIX_BYTES = 3;
    private static final long TICK_MILLIS = 50;
    private static final int FILE_THREADS = 4;

    private final CoordinatorSettings settings;
    private final Clock clock;
    private final Desk desk;
    private final Broker broker;
    private final ExecutorService files;
    private final List<Thread> threads = new ArrayList<>();
    private final String fingerprint;
    private volatile boolean running = true;
    private volatile Optional<Throwable> broken = Optional.empty();

    private Coordinator(CoordinatorSettings settings, History history, Policy policy, ServiceTimes times, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.fingerprint = fingerprint(settings);
        try {
            PrivateFiles.prepareFolder(settings.folder());
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.COORDINATOR_FAILED, "%s cannot be used: %s".formatted(settings.folder(), e));
        }
        Book book = new Book(history);
        Path folder = settings.folder();
        FileStore blobs =
                new FileStore(folder.resolve("blobs"), settings.limits().folderBytes() / 2, clock);
        FileStore results =
                new FileStore(folder.resolve("results"), settings.limits().folderBytes() / 2, clock);
        this.broker = Broker.start(
                new BrokerSettings(
                        settings.bind(),
                        settings.port(),
                        folder.resolve("broker"),
                        settings.keys(),
                        settings.password()),
                // Known before the port is open: whoever connects again in between is not told that its token was taken
                // back.
                new Lobby(book));
        Post post = new Post(broker.link());
        this.desk = new Desk(book, post, policy, times, settings.limits(), clock, System::nanoTime);
        book.members().forEach(member -> broker.queues(member.id(), member.role()));
        this.files = Executors.newFixedThreadPool(FILE_THREADS, work -> daemon(work, "pool-files"));
        WorkerReports reports = new WorkerReports(desk, post, blobs, results, settings.limits(), files);
        SubmitterAsks asks = new SubmitterAsks(desk, post, blobs, results, settings.limits(), clock);
        start("pool-reports", new Intake(broker.link(), Wire.REPORTS, reports, () -> running));
        start("pool-asks", new Intake(broker.link(), Wire.ASKS, asks, () -> running));
        start("pool-uploads", new Intake(broker.link(), Wire.UPLOADS, asks, () -> running));
        start("pool-desk", this::tick);
    }

    /** Lets in whose token is good. */
    private record Lobby(Book book) implements Admission {
        @Override
        public Optional<Role> admit(String id, String secret) {
            // Without the desk's lock: the desk may wait for the broker, whose thread this is.
            return book.member(id)
                    .filter(member -> !member.revoked() && member.isSecret(secret))
                    .map(MemberEntry::role);
        }
    }

    /**
     * Starts one, and takes up what the ledger and the folder hold of a former one.
     *
     * @param history open already, and closed by whoever opened it, after this
     * @throws BasculeException COORDINATOR_FAILED where the port is taken or the folder is in use
     */
    public static Coordinator start(
            CoordinatorSettings settings, History history, Policy policy, ServiceTimes times, Clock clock) {
        return new Coordinator(settings, history, policy, times, clock);
    }

    private static String fingerprint(CoordinatorSettings settings) {
        try {
            for (String alias : Collections.list(settings.keys().aliases())) {
                Certificate certificate = settings.keys().getCertificate(alias);
                if (settings.keys().isKeyEntry(alias) && certificate != null) {
                    return HexFormat.of().formatHex(Sha256.digest().digest(certificate.getEncoded()));
                }
            }
        } catch (GeneralSecurityException e) {
            throw BasculeException.because(
                    e, ErrorCode.COORDINATOR_FAILED, "the coordinator's key store cannot be read");
        }
        throw new BasculeException(ErrorCode.COORDINATOR_FAILED, "the coordinator's key store has no key");
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

    private void tick() {
        String told = "";
        while (running) {
            try {
                desk.tick();
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

    /** Whether all of it still runs: the broker stops where its journal cannot be written, a thread where memory is short. */
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
            if (!broker.isUp()) {
                throw new BasculeException(
                        ErrorCode.COORDINATOR_FAILED,
                        "the broker stopped, since %s could not be written".formatted(settings.folder()));
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
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9-]{0,39}")) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a worker's name has letters, digits and hyphens, at most 40, and a letter or digit first",
                    "such as gpu-lab");
        }
        byte[] secret = new byte[SECRET_BYTES];
        byte[] suffix = new byte[SUFFIX_BYTES];
        RANDOM.nextBytes(secret);
        RANDOM.nextBytes(suffix);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        String id = name + "-" + HexFormat.of().formatHex(suffix);
        broker.queues(id, role);
        desk.with(book -> {
            book.keep(new MemberEntry(
                    id,
                    role,
                    MemberEntry.hash(text),
                    clock.instant(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false));
            return true;
        });
        return new JoinAddress(settings.announced(), port(), id, text, fingerprint);
    }

    /**
     * A token that was issued before, at the address that this coordinator has now.
     *
     * @return empty where it is not good here, or not for that role
     */
    public Optional<JoinAddress> renewed(JoinAddress before, Role role) {
        return desk.with(book -> book.member(before.id()))
                .filter(member -> member.role() == role
                        && Tokens.isOf(member, before)
                        && before.fingerprint().equals(fingerprint))
                .map(member ->
                        new JoinAddress(settings.announced(), port(), before.id(), before.secret(), fingerprint));
    }

    /** Takes a token back and cuts its connections; a worker's job goes elsewhere. Whether there was one. */
    public boolean revoke(String id) {
        Optional<MemberEntry> member = desk.with(book -> book.member(id).filter(one -> !one.revoked()));
        member.ifPresent(one -> {
            desk.with(book -> {
                book.keep(one.takenBack());
                return true;
            });
            broker.cut(id);
            if (one.role() == Role.WORKER) {
                desk.expel(new WorkerId(id));
            }
        });
        return member.isPresent();
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

    /** Stops; jobs stay in the ledger, and workers wait for the next start. */
    @Override
    public void close() {
        running = false;
        files.shutdownNow();
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
