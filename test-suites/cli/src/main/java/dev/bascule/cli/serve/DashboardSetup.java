package dev.bascule.cli.serve;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.bridge.dashboard.Dashboard;
import dev.bascule.bridge.dashboard.DashboardConfig;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.bridge.dashboard.access.SignInSessions;
import dev.bascule.bridge.dashboard.device.DeviceLinks;
import dev.bascule.bridge.dashboard.job.EventJournal;
import dev.bascule.bridge.dashboard.job.EventStreams;
import dev.bascule.bridge.dashboard.queue.WorkerPool;
import dev.bascule.bridge.dashboard.schedule.Schedule;
import dev.bascule.bridge.dashboard.view.WatchedHistory;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.options.DashboardOptions;
import dev.bascule.fallback.cache.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sets the dashboard up as the options say, and shows the way to it.
 *
 * @param token that signs in beside the users
 * @param offer what may be run from it
 * @param reports where the reports of its runs go
 * @param store the history's file, where it is not the usual one
 * @param state the folder of what outlasts the server beside the history
 */
record DashboardSetup(
        CliContext context,
        AccessPolicy policy,
        Optional<String> token,
        DashboardCatalog offer,
        List<Schedule> schedules,
        ReportPlace reports,
        Optional<String> store,
        Path state) {
    /** A bit less than an interrupted command has in all. */
    private static final Duration STOPPING = Duration.ofSeconds(8);

    /** Checks the options. */
    static DashboardSetup of(CliContext context, DashboardOptions options, Config config) {
        DashboardCatalog offer = DashboardCatalog.of(
                options.models().stream()
                        .map(path -> context.folder().resolve(path))
                        .toList(),
                new Downloads(options.downloads()));
        ReportPlace reports = ReportPlace.of(config);
        List<Schedule> schedules = schedules(options.schedules());
        // What cannot be run is told now, and not at night.
        Optional<String> store = Optional.of(config.get(Keys.STORE))
                .filter(file -> !Keys.STORE.standard().equals(Optional.of(file)));
        DashboardRunStarter starter = new DashboardRunStarter(context, offer, reports, store);
        schedules.forEach(schedule -> starter.check(schedule.request()));
        return new DashboardSetup(
                context,
                new AccessPolicy(options.readOnly(), options.viewSignedIn()),
                options.token(context.folder(), context.environment()),
                offer,
                schedules,
                reports,
                store,
                state(context, config.get(Keys.STORE)));
    }

    /** Each history has one server at a time, and so has what a server remembers beside it. */
    private static Path state(CliContext context, String store) {
        Path file = context.folder().resolve(store).toAbsolutePath().normalize();
        return context.configLoader()
                .stateFolder()
                .resolve("serve")
                .resolve(Sha256.of(file.toString().getBytes(StandardCharsets.UTF_8))
                        .substring(0, 16));
    }

    private static List<Schedule> schedules(List<String> texts) {
        return IntStream.range(0, texts.size())
                .mapToObj(i -> Schedule.parse("schedule-" + (i + 1), texts.get(i)))
                .toList();
    }

    /** Where users are. */
    static Path users(CliContext context) {
        return context.configLoader().userFile().resolveSibling("users.json");
    }

    /**
     * @param links is told when a link was used up
     * @param deviceLinks knows the ways in for devices
     * @param pool of workers, where one is shown
     */
    Dashboard open(WatchedHistory history, DashboardLinks links, DeviceLinks deviceLinks, WorkerPool pool) {
        DashboardConfig config = new DashboardConfig(
                Version.number(),
                policy,
                token,
                store,
                users(context),
                context.configLoader().stateFolder().resolve("audit.jsonl"),
                state,
                SignInSessions.Lifetime.USUAL,
                EventStreams.Settings.USUAL,
                EventJournal.USUAL_CAPACITY,
                STOPPING);
        Dashboard.Ports ports = new Dashboard.Ports(
                new DashboardRunStarter(context, offer, reports, store),
                new DashboardGenerator(context, offer),
                schedules,
                deviceLinks,
                DashboardPredictions.of(history, context.clock(), !policy.readOnly()),
                pool);
        // Schedules are by the clock on this machine's wall.
        return new Dashboard(config, history, ports, context.clock().withZone(ZoneId.systemDefault()), links::renewed);
    }
}
