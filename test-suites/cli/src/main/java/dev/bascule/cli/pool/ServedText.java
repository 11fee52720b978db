package dev.bascule.cli.pool;

import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.prediction.pool.Placement;
import dev.bascule.prediction.pool.PoolDevice;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.pool.PoolRequest;
import dev.bascule.studies.pool.ServedModel;
import dev.bascule.studies.pool.ServedPool;
import dev.bascule.studies.pool.ServedReplica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What serving a pool came to, for people. Stateless. */
final class ServedText {
    private ServedText() {}

    static String of(FoundPool found, ServedPlan plan, PoolRequest request, ServedPool served) {
        StringBuilder text = new StringBuilder("Served for %s, seed %d%s%n%n"
                .formatted(
                        Figures.duration(served.elapsed()),
                        request.seed(),
                        request.oneAtATime()
                                ? ", one replica loaded at a time"
                                : plan.evicts() ? ", replicas come and go: not all fit into the memory" : ""));
        TextTable table = new TextTable(
                "MODEL",
                "TARGET",
                "REPLICAS",
                "ANSWERED",
                "LATENCY MEDIAN",
                "P90",
                "P99",
                "COMPUTING",
                "PLANNED",
                "LOADS",
                "EVICTIONS");
        List<String> notes = new ArrayList<>();
        for (ServedModel each : served.models()) {
            List<Placement> placements = plan.plan().of(each.model());
            Optional<Summary> latency = Summary.of(each.latency());
            table.row(
                    each.model(),
                    placements.stream()
                            .map(placement -> found.label(placement.option().target()))
                            .collect(Collectors.joining(" and ")),
                    Integer.toString(
                            placements.stream().mapToInt(Placement::replicas).sum()),
                    "%d of %d".formatted(each.latency().size(), each.offered()),
                    median(each.latency()),
                    latency.map(Summary::p90).map(ServedText::millis).orElse("-"),
                    latency.map(Summary::p99).map(ServedText::millis).orElse("-"),
                    median(each.computed()),
                    placements.stream()
                            .map(placement ->
                                    Figures.millis(placement.option().time().plannedMillis()))
                            .collect(Collectors.joining(" and ")),
                    Integer.toString(each.loads()),
                    Integer.toString(each.evictions()));
            each.firstFailure()
                    .ifPresent(why -> notes.add("%s: %d failed%s; what came first: %s"
                            .formatted(each.model(), each.failed(), losses(each.losses()), why)));
        }
        text.append(table)
                .append('\n')
                .append(replicas(found, served))
                .append('\n')
                .append(totals(found, plan, served));
        if (plan.plan().placements().stream()
                .anyMatch(each -> each.option().overhead().isEmpty())) {
            text.append(
                    "planned is computing alone where nobody measured what a request takes beside it: pool plan --measure\n");
        }
        notes.forEach(note -> text.append(note).append('\n'));
        return text.toString().stripTrailing();
    }

    private static String losses(int count) {
        return count == 0
                ? ""
                : ", %s and started anew, its request given to whoever was next"
                        .formatted(count == 1 ? "a replica was lost" : "replicas were lost %d times".formatted(count));
    }

    private static TextTable totals(FoundPool found, ServedPlan plan, ServedPool served) {
        return new TextTable("", "MEASURED", "PLANNED")
                .row("processors busy", busy(served), "%.2f".formatted(plannedBusy(found, plan)))
                .row(
                        "memory of all replicas, at most",
                        bytes(served.peak().residentBytes()),
                        ByteSizes.text(plan.plan().hostBytes()))
                .row("  what they share counted once", bytes(served.peak().fairBytes()), "-");
    }

    private static TextTable replicas(FoundPool found, ServedPool served) {
        TextTable table = new TextTable(
                "REPLICA", "TARGET", "ANSWERED", "CHECKED", "TAKEN", "PROCESSORS", "EMPTY", "GREW BY", "LOADS", "LOST");
        for (ServedReplica each : served.replicas()) {
            table.row(
                    "%s %d".formatted(each.model(), each.number() + 1),
                    found.label(each.target()),
                    Integer.toString(each.answered()),
                    Integer.toString(each.checked()),
                    median(each.taken()),
                    each.processorTime()
                            .map(time -> "%.3f"
                                    .formatted(time.toNanos()
                                            / (double)
                                                    Math.max(1, served.elapsed().toNanos())))
                            .orElse("-"),
                    each.emptyBytes().isPresent()
                            ? ByteSizes.text(each.emptyBytes().getAsLong())
                            : "-",
                    each.grownBytes().isPresent()
                            ? ByteSizes.text(each.grownBytes().getAsLong())
                            : "-",
                    Integer.toString(each.loads()),
                    Integer.toString(each.losses()));
        }
        return table;
    }

    private static String bytes(long read) {
        return read == 0 ? "not read" : ByteSizes.text(read);
    }

    private static String busy(ServedPool served) {
        OptionalDouble busy = busyProcessors(served);
        return busy.isPresent() ? "%.2f".formatted(busy.getAsDouble()) : "not read";
    }

    /** Processors that the replicas' processes kept busy on average, by the system's own count. */
    static OptionalDouble busyProcessors(ServedPool served) {
        return served.processorTime().isPresent() && !served.elapsed().isZero()
                ? OptionalDouble.of(served.processorTime().get().toNanos()
                        / (double) served.elapsed().toNanos())
                : OptionalDouble.empty();
    }

    static double plannedBusy(FoundPool found, ServedPlan plan) {
        return found.task().devices().stream()
                .filter(device -> device.room().isEmpty())
                .mapToDouble((PoolDevice device) -> plan.plan().load(device) * device.capacity())
                .sum();
    }

    private static String median(Samples samples) {
        return samples.isEmpty() ? "-" : Figures.millis(samples.median());
    }

    private static String millis(OptionalDouble millis) {
        return millis.isPresent() ? Figures.millis(millis.getAsDouble()) : "-";
    }
}
