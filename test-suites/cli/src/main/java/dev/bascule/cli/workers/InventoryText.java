package dev.bascule.cli.workers;

import dev.bascule.app.orders.WorkerLabels;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.bisect.Axis;
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
        parts.add(inventory.memoryBytes() == 0 ? "memory unknown" : ByteSizes.text(inventory.memoryBytes()));
        parts.addAll(backends(inventory.backends()));
        inventory.browsers().forEach((id, version) -> parts.add("%s %s".formatted(id, version)));
        inventory.gpus().forEach(gpu -> parts.add(gpu.name()));
        List<String> labels = WorkerLabels.named(inventory);
        if (!labels.isEmpty()) {
            parts.add("labels " + String.join(" ", labels));
        }
        for (Axis axis : Axis.values()) {
            List<String> versions = WorkerLabels.versions(inventory, axis);
            if (versions.size() > 1) {
                parts.add("%d versions of %s".formatted(versions.size(), axis.product()));
            }
        }
        return String.join(", ", parts);
    }

    /** Those that a job can ask for; apart from them what was found, and ran nothing. */
    private static List<String> backends(Map<String, String> tiers) {
        List<String> parts = new ArrayList<>();
        String ran = tiers.entrySet().stream()
                .filter(tier -> Requirement.Backend.ran(tier.getValue()))
                .map(tier -> "%s (%s)".formatted(tier.getKey(), tier.getValue()))
                .collect(Collectors.joining(" "));
        String found = tiers.entrySet().stream()
                .filter(tier -> !Requirement.Backend.ran(tier.getValue()))
                .map(tier -> "%s (%s)".formatted(tier.getKey(), tier.getValue()))
                .collect(Collectors.joining(" "));
        parts.add(ran.isEmpty() ? "no backend" : ran);
        if (!found.isEmpty()) {
            parts.add("found but no session ran: " + found);
        }
        return parts;
    }
}
