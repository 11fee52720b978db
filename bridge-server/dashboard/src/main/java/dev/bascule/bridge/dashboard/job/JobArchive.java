package dev.bascule.bridge.dashboard.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.bridge.dashboard.access.LineFile;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs that are over, in a file of JSON lines: what was run, and by whom, outlasts the server. What cannot be written or
 * read is told in the log and keeps nobody from running jobs. Thread-safe.
 */
public final class JobArchive {
    private static final Logger LOG = LoggerFactory.getLogger(JobArchive.class);
    private static final int KEPT = 200;
    private static final long MOST_BYTES = 1L << 20;

    private final Optional<LineFile> file;
    private final List<JobSnapshot> earlier;

    private JobArchive(Optional<LineFile> file, List<JobSnapshot> earlier) {
        this.file = file;
        this.earlier = earlier;
    }

    /** One that keeps nothing. */
    static JobArchive none() {
        return new JobArchive(Optional.empty(), List.of());
    }

    /** With the jobs of earlier servers. */
    public static JobArchive open(Path path) {
        LineFile file = new LineFile(path, MOST_BYTES);
        Deque<JobSnapshot> jobs = new ArrayDeque<>();
        try {
            file.prepare();
            for (String line : file.tail()) {
                read(line).ifPresent(jobs::addLast);
                if (jobs.size() > KEPT) {
                    jobs.removeFirst();
                }
            }
        } catch (IOException e) {
            LOG.warn("the jobs of earlier servers in {} cannot be read: {}", path, e.toString());
        }
        List<JobSnapshot> newestFirst = new ArrayList<>(jobs);
        Collections.reverse(newestFirst);
        return new JobArchive(Optional.of(file), List.copyOf(newestFirst));
    }

    private static Optional<JobSnapshot> read(String line) {
        try {
            return Optional.ofNullable(Json.MAPPER.readValue(line, JobSnapshot.class));
        } catch (JsonProcessingException e) {
            // A process that was killed while it wrote leaves a part of a line.
            LOG.debug("a line that is no job: {}", e.getOriginalMessage());
            return Optional.empty();
        }
    }

    /** Of earlier servers, the newest first. */
    List<JobSnapshot> earlier() {
        return earlier;
    }

    Optional<JobSnapshot> find(String id) {
        return earlier.stream().filter(job -> job.id().equals(id)).findFirst();
    }

    synchronized void add(JobSnapshot job) {
        file.ifPresent(lines -> {
            try {
                lines.add(Json.MAPPER.writeValueAsString(job));
            } catch (IOException e) {
                LOG.warn("job {} cannot be written down: {}", job.id(), e.toString());
            }
        });
    }
}
