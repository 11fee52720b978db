package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.target.Machine;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.job.Trait;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Labels that a worker gives itself: who it is, which machine it is on, and which versions it has installed, as {@code
 * onnxruntime-web@1.23.2}. What its owner calls it has no {@code @}. Stateless.
 */
public final class WorkerLabels {
    private static final String WORKER = Inventory.WORKER_LABEL;
    private static final String MACHINE = "machine@";

    private static final Pattern NAMED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private WorkerLabels() {}

    /**
     * What an owner calls it, from what was typed.
     *
     * @throws BasculeException USAGE_ERROR for what no requirement can name, or what says something else than that
     */
    public static Set<String> named(Collection<String> typed) {
        Set<String> labels = new TreeSet<>();
        for (String each : typed) {
            String label = each.strip();
            if (!NAMED.matcher(label).matches()) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "'%s' is no label: it has letters, digits, '.', '_' and '-', and a letter or digit first"
                                .formatted(label),
                        "such as gpu-lab");
            }
            labels.add(label);
        }
        return labels;
    }

    /**
     * @param id the worker's
     * @param shelf what is installed, and nothing that would have to be fetched
     * @param named by the owner, as {@link #named(Collection)} takes it
     */
    public static Set<String> of(String id, Machine machine, VersionShelf shelf, Set<String> named) {
        Set<String> labels = named(named);
        labels.add(WORKER + id);
        labels.add(MACHINE + machine.fingerprint());
        for (Axis axis : Axis.values()) {
            shelf.versions(axis).forEach(version -> labels.add(label(axis, version)));
        }
        return labels;
    }

    private static String label(Axis axis, String version) {
        return axis.part() + "@" + version;
    }

    /** That worker and no other. */
    public static Requirement on(String worker) {
        return new Requirement.Named(Trait.LABEL, WORKER + worker);
    }

    /** Who it is; empty where an older build of Bascule did not say. */
    public static Optional<String> worker(Inventory inventory) {
        return values(inventory, WORKER).findFirst();
    }

    /** The fingerprint of its machine; empty where an older build of Bascule did not say. */
    public static Optional<String> machine(Inventory inventory) {
        return values(inventory, MACHINE).findFirst();
    }

    /** The versions that it has installed, in no order. */
    public static List<String> versions(Inventory inventory, Axis axis) {
        return values(inventory, label(axis, "")).toList();
    }

    /** Those that its owner gave it. */
    public static List<String> named(Inventory inventory) {
        return inventory.labels().stream()
                .filter(label -> Stream.concat(
                                Stream.of(WORKER, MACHINE),
                                Arrays.stream(Axis.values()).map(axis -> label(axis, "")))
                        .noneMatch(label::startsWith))
                .toList();
    }

    private static Stream<String> values(Inventory inventory, String prefix) {
        return inventory.labels().stream()
                .filter(label -> label.startsWith(prefix))
                .map(label -> label.substring(prefix.length()));
    }
}
