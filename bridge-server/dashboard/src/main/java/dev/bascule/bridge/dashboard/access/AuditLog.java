package dev.bascule.bridge.dashboard.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who changed what: files of JSON lines that are only ever added to, 32 MiB of them in all. Of the refusals of those who are
 * not signed in, which anybody can order by the thousand, the first of a minute has a line, and all that follow it have one
 * line with their count when the minute is over. What cannot be written is told in the log, and is kept in memory all the same. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final int REMEMBERED = 1_000;
    private static final int GATHERED = 200;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    /** Milliseconds from one look at the clock to the next, at least. */
    private static final long SHORTEST = 100;

    private static final long MOST_BYTES = 8L << 20;

    private final LineFile file;
    private final Path path;
    private final Clock clock;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "dashboard-audit");
        thread.setDaemon(true);
        return thread;
    });
    private final Deque<AuditEntry> newest = new ArrayDeque<>();
    /** Of each kind of refusal in the minute that is on, those after the first. */
    private final Map<Kind, AuditEntry> gathered = new LinkedHashMap<>();

    private Instant minute = Instant.MIN;

    /** What is gathered in one line. */
    private record Kind(String address, String action, String outcome) {}

    private AuditLog(Path path, long most, Clock clock) {
        this.path = path;
        this.clock = clock;
        this.file = new LineFile(path, most);
    }

    /**
     * Opens the file, or makes it, readable by its owner alone.
     *
     * @param clock tells when a minute is over
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public static AuditLog open(Path path, Clock clock) {
        return open(path, MOST_BYTES, clock);
    }

    static AuditLog open(Path path, long most, Clock clock) {
        AuditLog log = new AuditLog(path, most, clock);
        try {
            log.file.prepare();
            int broken = 0;
            for (String line : log.file.tail()) {
                broken += log.recall(line) ? 0 : 1;
            }
            if (broken > 0) {
                // A process that was killed while it wrote leaves a part of a line.
                LOG.warn(
                        "{} has {}",
                        path,
                        broken == 1 ? "a line that is no entry" : broken + " lines that are no entries");
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "the audit log %s cannot be written: %s".formatted(path, e.getMessage()),
                    "mend the folder's permissions, or serve with --read-only");
        }
        return log;
    }

    /** Whether it is an entry. */
    private boolean recall(String line) {
        try {
            ObjectNode entry = Json.MAPPER.readValue(line, ObjectNode.class);
            if (!entry.has("count")) {
                // An earlier server's.
                entry.put("count", 1);
            }
            remember(Json.MAPPER.treeToValue(entry, AuditEntry.class));
            return true;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** Adds an entry, on the disk before this returns; but for what is gathered until its minute is over. */
    public synchronized void add(AuditEntry entry) {
        Instant now = entry.at().truncatedTo(ChronoUnit.MINUTES);
        if (!now.equals(minute)) {
            flush();
            minute = now;
        }
        if (!entry.isStrangersRefusal()) {
            write(entry);
            return;
        }
        // Beyond so many kinds in one minute, addresses are not told apart.
        Kind own = new Kind(entry.address(), entry.action(), entry.outcome());
        Kind kind = gathered.size() < GATHERED || gathered.containsKey(own)
                ? own
                : new Kind("others", "several", entry.outcome());
        if (gathered.isEmpty()) {
            flushWhenOver();
        }
        AuditEntry before = gathered.get(kind);
        if (before == null) {
            // None gathered yet: the next one of its kind begins the count.
            gathered.put(kind, shown(entry, kind).times(1));
            write(shown(entry, kind));
        } else {
            gathered.put(kind, shown(entry, kind).times(before.count() + 1));
        }
    }

    private static AuditEntry shown(AuditEntry entry, Kind kind) {
        return new AuditEntry(entry.at(), entry.who(), kind.address(), kind.action(), entry.subject(), entry.outcome());
    }

    /** Those after the first, which has a line. */
    private List<AuditEntry> followers() {
        return gathered.values().stream()
                .filter(entry -> entry.count() > 1)
                .map(entry -> entry.times(entry.count() - 1))
                .toList();
    }

    /** No other entry may come for hours, and a process that is killed writes nothing more. */
    private void flushWhenOver() {
        Duration left = Duration.between(clock.instant(), minute.plus(MINUTE));
        try {
            ScheduledFuture<?> unused =
                    timer.schedule(this::settle, Math.max(SHORTEST, left.toMillis()), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("a refusal after the audit log was closed");
        }
    }

    /** Writes what was gathered if its minute is over. */
    synchronized void settle() {
        if (gathered.isEmpty()) {
            return;
        }
        if (clock.instant().isBefore(minute.plus(MINUTE))) {
            // Another minute's, or the clock was set back.
            flushWhenOver();
        } else {
            flush();
        }
    }

    private void flush() {
        followers().forEach(this::write);
        gathered.clear();
    }

    private void write(AuditEntry entry) {
        remember(entry);
        try {
            file.add(Json.MAPPER.writeValueAsString(entry));
        } catch (IOException e) {
            LOG.error("the audit log {} cannot be written: {}", path, e.toString());
        }
    }

    private void remember(AuditEntry entry) {
        newest.addLast(entry);
        if (newest.size() > REMEMBERED) {
            newest.removeFirst();
        }
    }

    /** The newest entries, the newest first; the files have more. */
    public synchronized List<AuditEntry> newest() {
        List<AuditEntry> entries = new ArrayList<>(newest);
        entries.addAll(followers());
        // What was gathered is written after entries that are younger.
        entries.sort(Comparator.comparing(AuditEntry::at));
        Collections.reverse(entries);
        return entries;
    }

    /** Writes what was gathered. */
    @Override
    public synchronized void close() {
        timer.shutdownNow();
        flush();
    }
}
