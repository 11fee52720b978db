package dev.bascule.execution.machine;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One who measures at a time on a machine: a run in a terminal, a job of the dashboard, a test, in whatever thread of
 * whatever process of this user. Ends with its process. What a child of a process that holds it does is a part of the same
 * measurement and does not wait. Thread-safe.
 */
public final class MachineLock {
    private static final Logger LOG = LoggerFactory.getLogger(MachineLock.class);
    /** Names another folder than the cache: tests that run side by side have a machine each, and so do their children. */
    private static final String FOLDER_VARIABLE = "BASCULE_LOCK_FOLDER";

    /** Longer than most runs: two in a row may be before this one. A process that is stopped or hangs holds it for ever. */
    private static final Duration PATIENCE = Duration.ofHours(2);

    /** How long one waits, as a person reads it. */
    public static final String PATIENCE_WORDS = "2 hours";

    private static final Duration LOOK = Duration.ofMillis(100);
    /** Within this who only keeps runners sees that somebody wants the machine, ends them and lets go. */
    private static final Duration KNOCK = Duration.ofSeconds(1);

    private final Optional<Path> folder;
    private final Clock clock;
    private final Duration patience;

    private MachineLock(Optional<Path> folder, Clock clock, Duration patience) {
        this.folder = folder;
        this.clock = clock;
        this.patience = patience;
    }

    /** The lock in this folder, which is made when it is needed. */
    public static MachineLock in(Path folder, Clock clock) {
        return in(folder, clock, PATIENCE);
    }

    /** @param patience of one who waits */
    static MachineLock in(Path folder, Clock clock, Duration patience) {
        return new MachineLock(Optional.of(folder.toAbsolutePath().normalize()), clock, patience);
    }

    /** This machine's, for this user: in Bascule's cache. */
    public static MachineLock ofThisMachine(Clock clock) {
        return of(CacheFolder.ofProcess(), clock);
    }

    /** The lock of whoever has this cache. */
    public static MachineLock of(CacheFolder cache, Clock clock) {
        return in(
                Optional.ofNullable(System.getenv(FOLDER_VARIABLE))
                        .map(Path::of)
                        .orElseGet(cache::root),
                clock);
    }

    /** Always free: what runs elsewhere, or is none of a machine's business. */
    public static MachineLock none() {
        return new MachineLock(Optional.empty(), Clock.systemUTC(), PATIENCE);
    }

    /** Those who work on this machine now, the longest there first. */
    public List<MachineUser> neighbors() {
        return folder.map(place -> announced(place).all()).orElse(List.of());
    }

    /** Whether somebody waits to have the machine alone: who shares it and has no work at the moment lets go of it. */
    public boolean isWanted() {
        try {
            return folder.isPresent() && FairFileLock.of(folder.orElseThrow()).isShut();
        } catch (IOException e) {
            LOG.debug("nobody can be seen to wait: {}", e.toString());
            return false;
        }
    }

    private static MachineUsers announced(Path place) {
        return new MachineUsers(place.resolve("measuring.d"));
    }

    /**
     * Takes the lock. It is taken once, and handed on: who holds it and takes it again would wait for themselves.
     *
     * @param command what is done, for others to read
     * @param told hears once who is waited for, or why the lock cannot be had at all
     * @throws BasculeException {@link ErrorCode#MACHINE_BUSY} where that was wanted, {@link
     *     ErrorCode#MACHINE_STAYED_BUSY} after hours, {@link ErrorCode#RUN_INTERRUPTED}
     */
    public MachineLease take(MachineUse use, WhenBusy whenBusy, String command, Consumer<String> told) {
        if (folder.isEmpty()) {
            return MachineLease.nothing();
        }
        Path place = folder.get();
        MachineUsers users = announced(place);
        if (users.all().stream().anyMatch(MachineUser::isAncestor)) {
            return MachineLease.nothing();
        }
        Optional<FileMutex> mutex = enter(FairFileLock.of(place), use, whenBusy, users, told);
        Optional<Path> announced = announce(users, MachineUser.ofThisProcess(command, use, clock.instant()));
        return new MachineLease(users, announced, () -> {
            announced.ifPresent(users::retract);
            mutex.ifPresent(MachineLock::leave);
        });
    }

    /**
     * Says that somebody works here, and takes nothing: waits for nobody, and nobody waits for it. Whoever measures beside it
     * finds it among those who make figures noisy.
     *
     * @param command what is done, for others to read
     */
    public MachineLease beside(String command) {
        if (folder.isEmpty()) {
            return MachineLease.nothing();
        }
        MachineUsers users = announced(folder.get());
        Optional<Path> announced =
                announce(users, MachineUser.ofThisProcess(command, MachineUse.UNTIMED, clock.instant()));
        return new MachineLease(users, announced, () -> announced.ifPresent(users::retract));
    }

    private Optional<FileMutex> enter(
            FairFileLock entrance, MachineUse use, WhenBusy whenBusy, MachineUsers users, Consumer<String> told) {
        try {
            Optional<FileMutex> entered = entrance.tryEnter(use);
            if (entered.isEmpty() && whenBusy != WhenBusy.WAIT && mayGiveWay(use, users)) {
                entered = knocked(entrance, use, KNOCK);
            }
            if (entered.isPresent()) {
                return entered;
            }
            String busy = busy(users.all(), clock.instant());
            return switch (whenBusy) {
                case SHARE -> Optional.empty();
                case FAIL -> throw new BasculeException(ErrorCode.MACHINE_BUSY, busy);
                case WAIT -> {
                    told.accept(
                            "waiting: %s; --machine-lock share runs beside it, and the results say so".formatted(busy));
                    yield Optional.of(waited(entrance, use, users));
                }
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BasculeException.because(e, ErrorCode.RUN_INTERRUPTED, "stopped while another run was measuring");
        } catch (IOException e) {
            // A folder that cannot be written, or a file system without locks, is no reason to measure nothing.
            told.accept("other runs on this machine cannot be waited for: %s cannot be locked: %s"
                    .formatted(folder.orElseThrow(), e));
            return Optional.empty();
        }
    }

    /** Whether those who are there may have no work and only keep what is idle; who measures surely has. */
    private static boolean mayGiveWay(MachineUse use, MachineUsers users) {
        return use == MachineUse.TIMED && users.all().stream().noneMatch(user -> user.use() == MachineUse.TIMED);
    }

    private static Optional<FileMutex> knocked(FairFileLock entrance, MachineUse use, Duration patience)
            throws IOException, InterruptedException {
        // Not the clock's, which may be set meanwhile.
        long begun = System.nanoTime();
        try (FairFileLock.Queue queue = entrance.queue(use)) {
            while (System.nanoTime() - begun < patience.toNanos()) {
                Optional<FileMutex> entered = queue.tryEnter();
                if (entered.isPresent()) {
                    return entered;
                }
                Thread.sleep(LOOK.toMillis());
            }
        }
        return Optional.empty();
    }

    private FileMutex waited(FairFileLock entrance, MachineUse use, MachineUsers users)
            throws IOException, InterruptedException {
        Optional<FileMutex> entered = knocked(entrance, use, patience);
        if (entered.isPresent()) {
            return entered.get();
        }
        throw new BasculeException(
                ErrorCode.MACHINE_STAYED_BUSY,
                "waited for %s in vain: %s".formatted(MachineUser.age(patience), busy(users.all(), clock.instant())));
    }

    private static String busy(List<MachineUser> users, Instant now) {
        return users.isEmpty()
                ? "another process measures on this machine"
                : users.get(0).sentence(now) + (users.size() > 1 ? ", and %d more".formatted(users.size() - 1) : "");
    }

    private static Optional<Path> announce(MachineUsers users, MachineUser self) {
        try {
            return Optional.of(users.announce(self));
        } catch (IOException e) {
            LOG.debug("others cannot be told: {}", e.toString());
            return Optional.empty();
        }
    }

    private static void leave(FileMutex mutex) {
        try {
            mutex.leave();
        } catch (IOException e) {
            LOG.warn("the machine's lock cannot be closed: {}", e.toString());
        }
    }
}
