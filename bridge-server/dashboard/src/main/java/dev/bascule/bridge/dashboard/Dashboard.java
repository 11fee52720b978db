package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.access.AccessControl;
import dev.bascule.bridge.dashboard.access.AuditLog;
import dev.bascule.bridge.dashboard.access.Secrets;
import dev.bascule.bridge.dashboard.access.SessionRoutes;
import dev.bascule.bridge.dashboard.access.SignIn;
import dev.bascule.bridge.dashboard.access.SignInSessions;
import dev.bascule.bridge.dashboard.access.Tokens;
import dev.bascule.bridge.dashboard.access.UserFile;
import dev.bascule.bridge.dashboard.device.DeviceLinks;
import dev.bascule.bridge.dashboard.device.DeviceRoutes;
import dev.bascule.bridge.dashboard.generate.GenerateRoutes;
import dev.bascule.bridge.dashboard.generate.TestGeneration;
import dev.bascule.bridge.dashboard.http.HeavyReads;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.bridge.dashboard.job.EventJournal;
import dev.bascule.bridge.dashboard.job.EventStreams;
import dev.bascule.bridge.dashboard.job.JobArchive;
import dev.bascule.bridge.dashboard.job.JobQueue;
import dev.bascule.bridge.dashboard.job.JobRequest;
import dev.bascule.bridge.dashboard.job.JobRoutes;
import dev.bascule.bridge.dashboard.job.JobSnapshot;
import dev.bascule.bridge.dashboard.job.RunStarter;
import dev.bascule.bridge.dashboard.predict.PredictionService;
import dev.bascule.bridge.dashboard.queue.PoolRoutes;
import dev.bascule.bridge.dashboard.queue.WorkerPool;
import dev.bascule.bridge.dashboard.schedule.Schedule;
import dev.bascule.bridge.dashboard.schedule.ScheduleBook;
import dev.bascule.bridge.dashboard.schedule.ScheduleRoutes;
import dev.bascule.bridge.dashboard.schedule.Scheduler;
import dev.bascule.bridge.dashboard.view.CellRoutes;
import dev.bascule.bridge.dashboard.view.ComparisonRoutes;
import dev.bascule.bridge.dashboard.view.EntityTags;
import dev.bascule.bridge.dashboard.view.InventoryRoutes;
import dev.bascule.bridge.dashboard.view.MatrixRoutes;
import dev.bascule.bridge.dashboard.view.PredictionRoutes;
import dev.bascule.bridge.dashboard.view.QuantizationRoutes;
import dev.bascule.bridge.dashboard.view.RunIndex;
import dev.bascule.bridge.dashboard.view.RunRoutes;
import dev.bascule.bridge.dashboard.view.SeriesRoutes;
import dev.bascule.bridge.dashboard.view.TrainingRoutes;
import dev.bascule.bridge.dashboard.view.WatchedHistory;
import dev.bascule.bridge.server.RouteProvider;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The live dashboard: pages, REST API and events over one history, and the runs that are started from there. Does not own
 * the history. Thread-safe.
 */
public final class Dashboard implements RouteProvider {
    /** Nothing beyond the dashboard's own files, and no script or style that stands in a page. */
    private static final String PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
            + "form-action 'none'; frame-ancestors 'none'";

    /** Answers are data: nothing in them is to be executed. */
    private static final String API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

    /** A report is a page with everything in it. Its scripts run in an origin of their own: they reach no session. */
    private static final String REPORT_POLICY = "default-src 'none'; script-src 'unsafe-inline'; "
            + "style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'self'; sandbox allow-scripts allow-downloads allow-popups allow-modals";

    private final EventJournal journal;
    private final EventStreams streams;
    private final JobQueue jobs;
    private final ScheduleBook schedules;
    private final Tokens tokens;
    private final DashboardConfig config;
    private final AuditLog audit;
    private final ApiRoutes api;
    private final DashboardPages pages = new DashboardPages();

    /**
     * What the floor above brings.
     *
     * @param starter starts runs
     * @param generator writes tests
     * @param schedules runs that begin by the clock
     * @param devices the ways in for devices
     * @param predictions of what was not measured
     * @param pool of workers, where one is shown
     */
    public record Ports(
            RunStarter starter,
            TestGeneration generator,
            List<Schedule> schedules,
            DeviceLinks devices,
            PredictionService predictions,
            WorkerPool pool) {
        public Ports {
            schedules = List.copyOf(schedules);
        }
    }

    /**
     * @param nextLink is told the token of the link that signs in, when the one before was used up
     */
    public Dashboard(
            DashboardConfig config, WatchedHistory history, Ports ports, Clock clock, Consumer<String> nextLink) {
        Supplier<String> secrets = Secrets.random();
        this.config = config;
        this.journal = new EventJournal(clock, config.journal());
        this.streams = new EventStreams(journal, config.streams());
        this.jobs = new JobQueue(
                ports.starter(),
                history,
                journal,
                clock,
                config.patience(),
                JobArchive.open(config.state().resolve("jobs.jsonl")));
        this.schedules = new ScheduleBook(
                ports.schedules(),
                config.state().resolve("schedules.json"),
                new ScheduledJobs(jobs),
                ports.starter()::check,
                () -> "schedule-" + UUID.randomUUID().toString().substring(0, 8),
                journal,
                clock);
        this.tokens = new Tokens(config.bearer(), secrets, nextLink);
        SignInSessions sessions = new SignInSessions(clock, secrets, config.sessions());
        this.audit = AuditLog.open(config.audit(), clock);
        SignIn signIn = new SignIn(new UserFile(config.users(), clock), tokens, clock);
        AccessControl accessControl = new AccessControl(config.policy(), sessions, signIn, clock);
        history.listen(
                run -> journal.add("history.changed", Map.of("generation", history.generation(), "run", run.id())));
        EntityTags tags = new EntityTags(secrets.get().substring(0, 8), history);
        RunIndex runs = new RunIndex(history);
        List<Route> routes = new ArrayList<>();
        routes.addAll(new ServerRoutes(this::health, tags.server()).routes());
        routes.addAll(
                new SessionRoutes(config.policy(), config.store(), accessControl, sessions, signIn, audit).routes());
        HeavyReads reads = new HeavyReads(jobs::isMachineBusy);
        jobs.countReads(reads::answeredBesideMeasuring);
        routes.addAll(reads.bound(new MatrixRoutes(history, tags).routes()));
        routes.addAll(reads.bound(new PredictionRoutes(history, ports.predictions(), jobs::isMachineBusy).routes()));
        routes.addAll(new CellRoutes(history, runs, tags).routes());
        routes.addAll(reads.bound(new RunRoutes(history, runs, tags).routes()));
        routes.addAll(reads.bound(new SeriesRoutes(history, tags).routes()));
        routes.addAll(reads.bound(new ComparisonRoutes(history, tags).routes()));
        routes.addAll(reads.bound(new TrainingRoutes(history, tags).routes()));
        routes.addAll(reads.bound(new QuantizationRoutes(history, tags).routes()));
        routes.addAll(new InventoryRoutes(history, tags).routes());
        routes.addAll(new JobRoutes(ports.starter(), jobs, streams, accessControl::reader, clock).routes());
        routes.addAll(reads.bound(new GenerateRoutes(ports.generator(), history).routes()));
        routes.addAll(new ScheduleRoutes(schedules).routes());
        routes.addAll(new PoolRoutes(ports.pool()).routes());
        ports.pool().listen(() -> journal.add("pool.changed", Map.of()));
        routes.addAll(new DeviceRoutes(ports.devices(), config.policy()).routes());
        this.api = new ApiRoutes(routes, accessControl, audit, clock);
    }

    /** Jobs as a schedule sees them. */
    private record ScheduledJobs(JobQueue queue) implements Scheduler.Jobs {
        @Override
        public JobSnapshot add(JobRequest request, String by) {
            return queue.add(request, by);
        }

        @Override
        public boolean isUnderWay(String job) {
            return queue.isUnderWay(job);
        }
    }

    /** @param jobs running and waiting */
    record Health(String status, String version, JobQueue.Load jobs, int followers, long lastEvent) {}

    private Health health() {
        return new Health("ok", config.version(), jobs.load(), streams.clients(), journal.last());
    }

    /** The token of the link that signs in whoever opens it first: {@code /dashboard/#token=…}. */
    public String linkToken() {
        return tokens.link();
    }

    /** The page's path, for such a link. */
    public static String path() {
        return DashboardPages.PATH + "/";
    }

    public JobQueue jobs() {
        return jobs;
    }

    @Override
    public void install(RoutesConfig routes) {
        api.install(routes);
        pages.install(routes);
        schedules.start();
    }

    @Override
    public boolean owns(String path) {
        return path.equals("/") || isPage(path) || path.equals("/api") || path.startsWith("/api/");
    }

    private static boolean isPage(String path) {
        return path.equals(DashboardPages.PATH) || path.startsWith(DashboardPages.PATH + "/");
    }

    @Override
    public Optional<String> policy(String path) {
        if (!owns(path)) {
            return Optional.empty();
        }
        if (isPage(path)) {
            return Optional.of(PAGE_POLICY);
        }
        return Optional.of(path.endsWith("/report.html") ? REPORT_POLICY : API_POLICY);
    }

    @Override
    public void answer(Exception error, Context context) {
        Responses.problem(context, error);
    }

    @Override
    public void refuse(Context context) {
        Responses.problem(
                context,
                Problem.thrown(
                        ProblemType.FOREIGN_REQUEST,
                        "another site's page sends this request, or its Host or Origin is none of this server's own"));
    }

    /** Ends the jobs, keeping what they measured, and the streams. The history must still be open. */
    @Override
    public void close() {
        schedules.close();
        jobs.close();
        streams.close();
        pages.close();
        audit.close();
    }
}
