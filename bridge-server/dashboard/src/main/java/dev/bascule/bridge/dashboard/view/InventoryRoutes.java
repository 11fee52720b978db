package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.history.SeenMachine;
import dev.bascule.reports.history.SeenTarget;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The machines, browsers and engines that the history has met. Thread-safe. */
public final class InventoryRoutes {
    private final WatchedHistory history;
    private final EntityTags tags;

    public InventoryRoutes(WatchedHistory history, EntityTags tags) {
        this.history = history;
        this.tags = tags;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/machines", Access.READ, this::machines), Route.get("/targets", Access.READ, this::targets));
    }

    /**
     * @param memoryBytes null where nobody tells, as of a device that only its browser speaks for
     * @param software drivers, browsers and engines with versions, as its newest run found them; empty where not recorded
     */
    record MachinePart(
            String fingerprint,
            String os,
            Machine.Cpu cpu,
            Optional<Long> memoryBytes,
            List<Machine.Gpu> gpus,
            Map<String, String> software,
            int runs,
            Instant firstSeen,
            Instant lastSeen) {
        static MachinePart of(SeenMachine seen) {
            Machine machine = seen.machine();
            return new MachinePart(
                    machine.fingerprint(),
                    machine.os(),
                    machine.cpu(),
                    machine.memoryBytes(),
                    machine.gpus(),
                    machine.parts()
                            .map(parts -> new TreeMap<>(parts.software()))
                            .orElseGet(TreeMap::new),
                    seen.runs(),
                    seen.firstSeen(),
                    seen.lastSeen());
        }
    }

    /** @param machines the last seen first */
    record Machines(List<MachinePart> machines) {}

    private void machines(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context);
        Responses.tagged(
                context,
                tags.current(),
                () -> new Machines(
                        history.machines().stream().map(MachinePart::of).toList()));
    }

    /**
     * @param software whether its adapter is a software one; null where nobody could tell
     * @param outcomes how its attempts ended
     */
    record TargetPart(
            String id,
            String machine,
            String side,
            Optional<BrowserPart> browser,
            EnginePart engine,
            String backend,
            String deviceType,
            Optional<Boolean> software,
            Map<String, String> adapter,
            Map<Outcome, Integer> outcomes,
            Instant firstSeen,
            Instant lastSeen) {
        static TargetPart of(SeenTarget seen) {
            Target target = seen.target();
            return new TargetPart(
                    target.id(),
                    seen.machine(),
                    MatrixAnswer.word(target.backend().side()),
                    target.browser().map(BrowserPart::of),
                    new EnginePart(
                            target.engine().name(),
                            target.engine().version(),
                            target.engine().build()),
                    target.backend().id(),
                    MatrixAnswer.word(target.deviceType()),
                    target.software(),
                    new TreeMap<>(target.adapter()),
                    seen.outcomes(),
                    seen.firstSeen(),
                    seen.lastSeen());
        }
    }

    record BrowserPart(String name, String version, String launcher) {
        static BrowserPart of(Browser browser) {
            return new BrowserPart(browser.name(), browser.version(), browser.launcher());
        }
    }

    record EnginePart(String name, String version, Optional<String> build) {}

    /** @param targets the last seen first */
    record Targets(List<TargetPart> targets) {}

    private void targets(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "machine");
        Optional<String> machine = Parameters.text(context, "machine");
        Responses.tagged(
                context,
                tags.current(),
                () -> new Targets(history.targets().stream()
                        .filter(seen -> machine.map(seen.machine()::equals).orElse(true))
                        .map(TargetPart::of)
                        .toList()));
    }
}
