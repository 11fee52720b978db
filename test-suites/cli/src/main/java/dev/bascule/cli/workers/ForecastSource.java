package dev.bascule.cli.workers;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.orders.KnownMachines;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.reports.history.History;
import java.util.function.Supplier;

/** What a coordinator predicts from: the product's data and the history of its folder, read once, and let go of at once. Immutable. */
record ForecastSource(CliContext context, String history) implements Supplier<KnownMachines> {

    /** @param config of a command whose {@code --store} names the coordinator's own file */
    static ForecastSource of(CliContext context, Config config) {
        String own = CoordinatorStore.in(config);
        String store = config.get(Keys.STORE);
        return new ForecastSource(
                context, store.equals(own) ? Keys.STORE.usual().orElse(store) : store);
    }

    @Override
    public KnownMachines get() {
        KnownMachines shipped = KnownMachines.shipped();
        if (!HistoryAccess.exists(context, history)) {
            return shipped;
        }
        try (History known = HistoryAccess.existing(context, history)) {
            return shipped.plus(known);
        } catch (BasculeException e) {
            // Such as where a run holds it: what was measured here is not known then, and jobs are placed all the same.
            context.console()
                    .say("times are predicted without %s, which cannot be read now: %s"
                            .formatted(history, e.getMessage()));
            return shipped;
        }
    }
}
