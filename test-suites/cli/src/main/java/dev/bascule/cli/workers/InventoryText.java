package dev.bascule.cli.workers;

import dev.bascule.models.workload.ByteSizes;
import dev.bascule.scheduling.worker.Inventory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An inventory for people. Stateless. */
final class InventoryText {
    private InventoryText() {}

    /** On one line. */
    static String of(Inventory inventory) {
        List<String> parts = new ArrayList<>();
        parts.add("%s %s".formatted(inventory.os(), inventory.arch()));
        parts.add("%d × %s".formatted(inventory.processors(), inventory.processor()));
        parts.add(ByteSizes.text(inventory.memoryBytes()));
        parts.add(inventory.backends().isEmpty() ? "no backend" : backends(inventory.backends()));
        inventory.browsers().forEach((id, version) -> parts.add("%s %s".formatted(id, version)));
        inventory.gpus().forEach(gpu -> parts.add(gpu.name()));
        if (!inventory.labels().isEmpty()) {
            parts.add("labels " + String.join(" ", inventory.labels()));
        }
        return String.join(", ", parts);
    }

    private static String backends(Map<String, String> backends) {
        return backends.entrySet().stream()
                .map(backend -> "%s (%s)".formatted(backend.getKey(), backend.getValue()))
                .collect(Collectors.joining(" "));
    }
}
