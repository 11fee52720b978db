package dev.bascule.cli.collect;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.orders.WorkerLabels;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.command.CliContext;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.collect.CollectPlan;
import dev.bascule.studies.collect.CollectSlice;
import dev.bascule.studies.collect.CollectWish;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A worker that collects, by what it said of itself.
 *
 * @param id the worker's
 * @param machine the fingerprint of its machine
 */
record CollectingWorker(String id, String machine, Inventory inventory) {

    /** Empty of a worker whose build does not say who it is and which machine it is on. */
    static Optional<CollectingWorker> of(Inventory inventory) {
        return WorkerLabels.worker(inventory)
                .flatMap(id ->
                        WorkerLabels.machine(inventory).map(machine -> new CollectingWorker(id, machine, inventory)));
    }

    /** What is to be in the history of it in the end: on backends that it has verified, in browsers in which something ran. */
    CollectWish wish(CliContext context, Config config, Collecting.Ask ask, List<String> models) {
        return new CollectWish(
                models,
                CollectScope.places(browsers(context, config), backends(config), List.of(Optional.empty())),
                ask.threads().isEmpty()
                        ? Stream.of(1, inventory.processors()).distinct().toList()
                        : CollectScope.threads(ask.threads()),
                CollectScope.atLeastOne(ask.repeats(), "--repeats"),
                ask.anchors(),
                ask.slice(),
                config.get(Keys.SEED));
    }

    /** What is left of a wish. */
    List<CollectSlice> left(CollectWish wish, CliContext context, Config config, KnownCells known) {
        // Which build of an engine it has natively nobody tells before something ran: whatever it ran counts.
        CollectTally tally =
                new CollectTally(Optional.of(machine), browsers(context, config), backend -> Optional.empty());
        return CollectPlan.of(
                wish, tally.sessions(known.attempts()), tally.absent(known.attempts()), tally.pace(known));
    }

    /** Its browsers, by the names that this build has for them; where they lie is the worker's business. */
    private List<BrowserCatalog.Entry> browsers(CliContext context, Config config) {
        BrowserCatalog catalog = context.services().browsers();
        BrowserChoice choice = new RunPlan(config).browsers(catalog::ids);
        if (choice instanceof BrowserChoice.None) {
            return List.of();
        }
        Map<String, String> names = catalog.browsers().stream()
                .collect(Collectors.toMap(BrowserCatalog.Entry::id, BrowserCatalog.Entry::name, (one, other) -> one));
        return inventory.browsers().entrySet().stream()
                .filter(browser -> !(choice instanceof BrowserChoice.Named named)
                        || named.ids().contains(browser.getKey()))
                .map(browser -> new BrowserCatalog.Entry(
                        browser.getKey(),
                        names.getOrDefault(browser.getKey(), browser.getKey()),
                        Optional.<Path>empty(),
                        Optional.of(browser.getValue())))
                .toList();
    }

    /** An emulated GPU takes most of a minute for a cell: who wants that names it. */
    private List<Backend> backends(Config config) {
        boolean named = !config.isDefault(Keys.BACKENDS) || !inventory.gpus().isEmpty();
        return config.get(Keys.BACKENDS).stream()
                .filter(backend -> new Requirement.Backend(backend.id()).metBy(inventory))
                .filter(backend -> named || backend.accelerator() != DeviceType.GPU)
                .toList();
    }
}
