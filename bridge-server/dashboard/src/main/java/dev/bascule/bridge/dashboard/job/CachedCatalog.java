package dev.bascule.bridge.dashboard.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A cache of what there is to choose from, as it was found a little while ago: finding it starts every browser to ask for its
 * version, which any visitor could order, and which would disturb what is measured. One looks, others wait for that.
 * Thread-safe.
 */
final class CachedCatalog {
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final Supplier<Catalog> finding;
    private final BooleanSupplier measuring;
    private final Clock clock;
    private Optional<Found> last = Optional.empty();

    private record Found(Catalog catalog, Instant at) {}

    /** @param measuring whether something is measured on this machine: then nothing is looked for that was found before */
    CachedCatalog(Supplier<Catalog> finding, BooleanSupplier measuring, Clock clock) {
        this.finding = finding;
        this.measuring = measuring;
        this.clock = clock;
    }

    synchronized Catalog get() {
        Found known = last.filter(found -> measuring.getAsBoolean() || isFresh(found))
                .orElseGet(() -> new Found(finding.get(), clock.instant()));
        last = Optional.of(known);
        return known.catalog();
    }

    /** A clock that was set back tells no age. */
    private boolean isFresh(Found found) {
        Duration age = Duration.between(found.at(), clock.instant());
        return !age.isNegative() && age.compareTo(FRESH) < 0;
    }
}
