package dev.bascule.app.local;

import dev.bascule.app.orders.WorkerLabels;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The versions that a worker says it has installed. None of them is here. Immutable. */
record WorkerShelf(Inventory inventory) implements VersionShelf {

    @Override
    public List<String> versions(Axis axis) {
        return WorkerLabels.versions(inventory, axis).stream()
                .map(ReleaseVersion::parse)
                .flatMap(Optional::stream)
                .filter(ReleaseVersion::isStable)
                .sorted()
                .map(ReleaseVersion::toString)
                .toList();
    }

    @Override
    public Copy fetch(Axis axis, String version, Consumer<String> talk) {
        return new Copy.Missing("it is on the worker's machine");
    }
}
