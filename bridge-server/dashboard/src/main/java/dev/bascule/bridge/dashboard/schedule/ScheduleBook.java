package dev.bascule.bridge.dashboard.schedule;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.job.EventJournal;
import dev.bascule.bridge.dashboard.job.JobRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The schedules of a server: those that the command line gave, which stay as they are, and those that are made on the
 * dashboard, which outlast the server. What cannot be written down is not done. Thread-safe.
 */
public final class ScheduleBook implements AutoCloseable {
    private static final int MOST = 50;
    private static final Duration LATER = Duration.ofHours(1);

    private final ScheduleFile file;
    private final Scheduler scheduler;
    private final Consumer<JobRequest> check;
    private final Supplier<String> ids;
    private final EventJournal journal;
    private final Clock clock;

    /** A schedule that somebody wants. */
    record ScheduleRequest(
            @JsonProperty(required = true) String cron,
            @JsonProperty(required = true) JobRequest request,
            Optional<Boolean> paused) {}

    /** What is to be otherwise; the rest stays. */
    record Change(Optional<String> cron, Optional<JobRequest> request, Optional<Boolean> paused) {}

    /**
     * @param fixed those of the command line
     * @param check throws for what cannot be run
     * @param ids of those that are made on the dashboard
     */
    public ScheduleBook(
            List<Schedule> fixed,
            Path file,
            Scheduler.Jobs jobs,
            Consumer<JobRequest> check,
            Supplier<String> ids,
            EventJournal journal,
            Clock clock) {
        this.file = new ScheduleFile(file);
        this.check = check;
        this.ids = ids;
        this.journal = journal;
        this.clock = clock;
        List<Schedule> all = new ArrayList<>(fixed);
        all.addAll(this.file.read());
        this.scheduler = new Scheduler(all, jobs, journal, clock);
    }

    /** Begins to look at the clock. */
    public void start() {
        scheduler.start();
    }

    List<Scheduler.State> states() {
        return scheduler.states();
    }

    Scheduler.State state(String id) {
        return scheduler.state(id).orElseThrow(() -> unknown(id));
    }

    synchronized Scheduler.State add(ScheduleRequest wanted, String by) {
        CronExpression cron = CronExpression.parse(wanted.cron());
        check.accept(wanted.request());
        List<Schedule> all = new ArrayList<>(scheduler.schedules());
        if (all.size() >= MOST) {
            throw Problem.later(ProblemType.TOO_BUSY, "there are %d schedules already".formatted(all.size()), LATER);
        }
        Schedule made = new Schedule(
                ids.get(),
                cron,
                wanted.request(),
                wanted.paused().orElse(false),
                Optional.of(new Schedule.Author(by, clock.instant())));
        all.add(made);
        file.write(all);
        scheduler.put(made);
        return told(made.id(), "created");
    }

    synchronized Scheduler.State change(String id, Change change) {
        Schedule before = own(id);
        Schedule after = new Schedule(
                id,
                change.cron().map(CronExpression::parse).orElse(before.cron()),
                change.request().orElse(before.request()),
                change.paused().orElse(before.paused()),
                before.author());
        change.request().ifPresent(check);
        file.write(scheduler.schedules().stream()
                .map(one -> one.id().equals(id) ? after : one)
                .toList());
        scheduler.put(after);
        return told(id, "changed");
    }

    synchronized void delete(String id) {
        Schedule gone = own(id);
        file.write(scheduler.schedules().stream()
                .filter(one -> !one.id().equals(gone.id()))
                .toList());
        scheduler.remove(id);
        tell(id, "deleted");
    }

    private Schedule own(String id) {
        Schedule schedule = scheduler.schedule(id).orElseThrow(() -> unknown(id));
        if (schedule.author().isEmpty()) {
            throw Problem.thrown(
                    ProblemType.CONFLICT,
                    "%s was given to this server by --schedule: start it without, and make it on the dashboard"
                            .formatted(id));
        }
        return schedule;
    }

    private static Problem.Thrown unknown(String id) {
        return Problem.unknown(
                "there is no schedule '%s'".formatted(id), "GET /api/v1/schedules has the ids of all schedules");
    }

    private Scheduler.State told(String id, String change) {
        tell(id, change);
        return state(id);
    }

    private void tell(String id, String change) {
        journal.add("schedule.changed", Map.of("schedule", id, "change", change));
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
