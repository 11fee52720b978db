package dev.bascule.bridge.dashboard.schedule;

import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.job.EventJournal;
import dev.bascule.bridge.dashboard.job.JobRequest;
import dev.bascule.bridge.dashboard.job.JobSnapshot;
import dev.bascule.fallback.error.BasculeException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds jobs when their time has come. A time that went by while the machine slept, or while the job of the time before still
 * was under way, is missed: that is told, and nothing is run twice to make up for it. Thread-safe.
 */
public final class Scheduler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);
    private static final Duration LOOK = Duration.ofSeconds(5);
    /** How late a job may begin: looking takes time, and so does a busy machine. */
    private static final Duration GRACE = Duration.ofMinutes(2);

    private static final int NEXT = 5;
    private static final int MISSED = 20;

    private final List<Planned> planned = new ArrayList<>();
    private final Jobs jobs;
    private final EventJournal journal;
    private final Clock clock;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "dashboard-schedules");
        thread.setDaemon(true);
        return thread;
    });

    /** Takes jobs. */
    public interface Jobs {
        JobSnapshot add(JobRequest request, String by);

        /** Whether that job is still waiting or running. */
        boolean isUnderWay(String job);
    }

    /** A schedule as it stands. */
    private static final class Planned {
        private Schedule schedule;
        private final List<Missed> missed = new ArrayList<>();
        private Optional<Instant> due = Optional.empty();
        private Optional<Started> last = Optional.empty();

        private Planned(Schedule schedule) {
            this.schedule = schedule;
        }
    }

    /** @param job its id */
    public record Started(Instant due, String job) {}

    public record Missed(Instant due, String reason) {}

    /**
     * @param what suites and models
     * @param request all that a run of it is made from
     * @param zone of the cron expression
     * @param paused whether its times go by without a run
     * @param origin {@code command-line}, or {@code dashboard}: only these can be changed
     * @param by who made it, where it was made on the dashboard
     * @param createdAt likewise
     * @param next the times to come, the nearest first; none while it is paused
     * @param missed the newest last
     */
    public record State(
            String id,
            String cron,
            List<String> what,
            JobRequest request,
            String zone,
            boolean paused,
            String origin,
            Optional<String> by,
            Optional<Instant> createdAt,
            List<Instant> next,
            Optional<Started> last,
            List<Missed> missed) {}

    public Scheduler(List<Schedule> schedules, Jobs jobs, EventJournal journal, Clock clock) {
        this.jobs = jobs;
        this.journal = journal;
        this.clock = clock;
        schedules.forEach(this::put);
    }

    /** Begins to look at the clock. */
    public void start() {
        ScheduledFuture<?> unused = looks.scheduleWithFixedDelay(this::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Adds a schedule, or has it in the place of the one with its id, whose account it goes on with. Its times begin now. */
    synchronized void put(Schedule schedule) {
        Planned one = find(schedule.id()).orElseGet(() -> {
            Planned fresh = new Planned(schedule);
            planned.add(fresh);
            return fresh;
        });
        one.schedule = schedule;
        one.due = next(schedule, clock.instant());
    }

    /** A job of it that is under way goes on. */
    synchronized void remove(String id) {
        planned.removeIf(one -> one.schedule.id().equals(id));
    }

    synchronized Optional<Schedule> schedule(String id) {
        return find(id).map(one -> one.schedule);
    }

    synchronized List<Schedule> schedules() {
        return planned.stream().map(one -> one.schedule).toList();
    }

    private Optional<Planned> find(String id) {
        return planned.stream().filter(one -> one.schedule.id().equals(id)).findFirst();
    }

    private Optional<Instant> next(Schedule schedule, Instant after) {
        return schedule.paused() ? Optional.empty() : schedule.cron().after(after, clock.getZone());
    }

    /** Starts what is due. */
    synchronized void look() {
        Instant now = clock.instant();
        for (Planned one : planned) {
            // All times that have gone by: only the newest can still be kept.
            for (Optional<Instant> due = one.due; due.isPresent() && !due.get().isAfter(now); due = one.due) {
                one.due = next(one.schedule, due.get());
                boolean newest =
                        one.due.map(following -> following.isAfter(now)).orElse(true);
                if (newest && !now.isAfter(due.get().plus(GRACE))) {
                    begin(one, due.get());
                } else {
                    miss(one, due.get(), "the server did not run at that time, or the machine slept");
                }
            }
        }
    }

    private void begin(Planned one, Instant due) {
        Optional<String> before = one.last.map(Started::job).filter(jobs::isUnderWay);
        if (before.isPresent()) {
            miss(one, due, "%s, of the time before, is still under way".formatted(before.get()));
            return;
        }
        try {
            JobSnapshot job = jobs.add(one.schedule.request(), one.schedule.id());
            one.last = Optional.of(new Started(due, job.id()));
        } catch (BasculeException | Problem.Thrown e) {
            miss(one, due, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // One that dies must not end the clock of the others.
            LOG.warn("{} could not be started", one.schedule.id(), e);
            miss(one, due, "it could not be started: " + e);
        }
    }

    private void miss(Planned one, Instant due, String reason) {
        LOG.warn("{} was missed at {}: {}", one.schedule.id(), due, reason);
        Missed missed = new Missed(due, reason);
        one.missed.add(missed);
        if (one.missed.size() > MISSED) {
            one.missed.remove(0);
        }
        journal.add("schedule.missed", Map.of("schedule", one.schedule.id(), "missed", missed));
    }

    /** The schedules as they stand. */
    public synchronized List<State> states() {
        return planned.stream().map(this::state).toList();
    }

    /** One as it stands. */
    synchronized Optional<State> state(String id) {
        return find(id).map(this::state);
    }

    private State state(Planned one) {
        Schedule schedule = one.schedule;
        return new State(
                schedule.id(),
                schedule.cron().toString(),
                schedule.request().what(),
                schedule.request(),
                clock.getZone().getId(),
                schedule.paused(),
                schedule.author().isPresent() ? "dashboard" : "command-line",
                schedule.author().map(Schedule.Author::by),
                schedule.author().map(Schedule.Author::at),
                schedule.paused() ? List.of() : schedule.cron().after(clock.instant(), clock.getZone(), NEXT),
                one.last,
                List.copyOf(one.missed));
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
