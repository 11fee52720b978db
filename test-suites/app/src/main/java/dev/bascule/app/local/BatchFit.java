package dev.bascule.app.local;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceFit;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.models.workload.OutOfMemoryCheck;
import dev.bascule.prediction.memory.MemoryBound;
import dev.bascule.prediction.memory.MemoryBounds;
import dev.bascule.suites.suite.SuiteCase;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes batches fit into memory: one whose tensors, or whose processes by what was measured of others, need more than is free
 * is halved before anything runs, one that ran out of memory is halved and tried again. Whoever runs hears of both, and the smaller case carries the reason.
 * Stateless but for what it reads.
 */
final class BatchFit {
    private static final String NOTE = "batch";

    private final Supplier<FreeMemory> free;
    private final Growth growth;

    /** By the tensors alone. */
    BatchFit(Supplier<FreeMemory> free) {
        this(free, new Growth(need -> Optional.empty(), free));
    }

    /** @param growth what processes take beyond tensors; what a page can address is compared with tensors alone */
    BatchFit(Supplier<FreeMemory> free, Growth growth) {
        this.free = free;
        this.growth = growth;
    }

    /**
     * What processes grow by.
     *
     * @param bound of the case's targets the greatest; empty where none was measured
     * @param host which holds them
     */
    record Growth(Function<MemoryEstimate, Optional<MemoryBound>> bound, Supplier<FreeMemory> host) {

        /** As the product's table has it, of these backends. */
        static Growth measured(Collection<Backend> backends) {
            return new Growth(
                    need -> backends.stream()
                            .flatMap(backend -> MemoryBounds.shipped().of(backend, need).stream())
                            .max(Comparator.comparingLong(MemoryBound::bytes)),
                    FreeMemory::ofHost);
        }
    }

    /** What is missing for a case; empty where it fits, or nobody knows what is free. */
    private Optional<String> lack(MemoryEstimate need) {
        FreeMemory there = free.get();
        if (there.bytes().isPresent() && need.total() > there.bytes().getAsLong()) {
            return Optional.of("its tensors need %s%s, but %s are free (%s)"
                    .formatted(
                            need.isLowerBound() ? "at least " : "",
                            ByteSizes.text(need.total()),
                            ByteSizes.text(there.bytes().getAsLong()),
                            there.source()));
        }
        FreeMemory host = growth.host().get();
        return growth.bound()
                .apply(need)
                .filter(most ->
                        host.bytes().isPresent() && most.bytes() > host.bytes().getAsLong())
                .map(most -> "its process may grow by %s (%s), but %s are free (%s)"
                        .formatted(
                                ByteSizes.text(most.bytes()),
                                most.basis(),
                                ByteSizes.text(host.bytes().orElse(0)),
                                host.source()));
    }

    /** A case as the suite has it, and ready to run. */
    record Ready(SuiteCase wanted, PreparedCase testCase) {}

    /** The case, at the largest batch by halving that memory can hold. */
    Ready fit(SuiteCase wanted, Function<SuiteCase, PreparedCase> preparer, RunListener listener) {
        PreparedCase asked = preparer.apply(wanted);
        if (asked.feeding().sizing().refused().isPresent()) {
            // It has no inputs to go by.
            return new Ready(wanted, asked);
        }
        Optional<PreparedCase> single = alone(wanted, asked, preparer);
        single.ifPresent(one -> listener.note("%s: no input follows the batch of %d: it is fed as with a batch of 1"
                .formatted(one.id(), wanted.batch())));
        SuiteCase now = single.isPresent() ? wanted.withBatch(1) : wanted;
        PreparedCase testCase = single.orElse(asked);
        // Only an ONNX graph can be read; a file that is gone is for the attempt to tell.
        if (!testCase.isReadable()) {
            return new Ready(now, testCase);
        }
        String why = "";
        while (true) {
            MemoryEstimate need = MemoryEstimate.of(
                    OnnxModelFile.open(testCase.artifact().file()),
                    testCase.feeds().step(0));
            Optional<String> missing = lack(need);
            if (missing.isEmpty()) {
                break;
            }
            String lack = missing.get();
            int batch = now.batch();
            if (batch < 2) {
                listener.note("%s may not fit: %s".formatted(testCase.id(), lack));
                break;
            }
            SuiteCase half = now.withBatch(batch / 2);
            PreparedCase smaller = preparer.apply(half);
            if (!isSmaller(smaller, testCase)) {
                listener.note("%s may not fit: %s; half of the batch would change nothing, for no input follows it"
                        .formatted(testCase.id(), lack));
                break;
            }
            listener.note("%s: %s; the batch is halved to %d".formatted(testCase.id(), lack, batch / 2));
            why = why.isEmpty() ? lack : why;
            now = half;
            testCase = smaller;
        }
        return new Ready(
                now,
                why.isEmpty()
                        ? testCase
                        : testCase.withNote(
                                NOTE,
                                "reduced from %d to %d before starting: %s"
                                        .formatted(wanted.batch(), now.batch(), why)));
    }

    /** The case at a batch of one, if no input follows the batch: then no cell may say that it was larger. */
    private static Optional<PreparedCase> alone(
            SuiteCase wanted, PreparedCase testCase, Function<SuiteCase, PreparedCase> preparer) {
        int batch = wanted.batch();
        return batch < 2 || testCase.feeding().followsBatch()
                ? Optional.empty()
                : Optional.of(preparer.apply(wanted.withBatch(1))
                        .withNote(NOTE, "asked for %d: no input follows it".formatted(batch)));
    }

    /**
     * Says so where a native accelerator's own memory cannot hold a case's tensors. The batch stays: the case has other
     * targets as well, and a cell that runs out of memory is halved by itself.
     */
    static void warn(PreparedCase testCase, Backend backend, Supplier<List<Device>> devices, RunListener listener) {
        if (backend.side() != Side.NATIVE || backend.accelerator() == DeviceType.CPU || !testCase.isReadable()) {
            return;
        }
        FreeMemory room = FreeMemory.ofDevices(devices.get().stream()
                .filter(device ->
                        DeviceFit.mayServe(backend, device) && !device.type().is(HardwareClasses.SOFTWARE_GPU))
                .toList());
        if (room.bytes().isEmpty()) {
            return;
        }
        MemoryEstimate need = MemoryEstimate.of(
                OnnxModelFile.open(testCase.artifact().file()), testCase.feeds().step(0));
        if (need.total() > room.bytes().getAsLong()) {
            listener.note("%s may not fit on %s: its tensors need %s%s, but the %s is %s"
                    .formatted(
                            testCase.id(),
                            backend.id(),
                            need.isLowerBound() ? "at least " : "",
                            ByteSizes.text(need.total()),
                            room.source(),
                            ByteSizes.text(room.bytes().getAsLong())));
        }
    }

    /** Whether a case is fed less than another: a model whose batch is fixed is fed the same at any. */
    static boolean isSmaller(PreparedCase one, PreparedCase other) {
        return bytes(one) < bytes(other);
    }

    private static long bytes(PreparedCase testCase) {
        return testCase.feeds().inputs().values().stream()
                .flatMap(List::stream)
                .mapToLong(tensor -> tensor.data().remaining())
                .sum();
    }

    /** Whether a run ended for want of memory and a smaller batch is left to try. */
    static boolean mayHalve(SuiteCase wanted, CaseRun run) {
        return wanted.batch() > 1 && !run.verdict().isRight() && lacksMemory(run);
    }

    /** Whether an attempt ended for want of memory. */
    static boolean lacksMemory(CaseRun run) {
        return run.attempts().stream()
                .map(Attempt::failure)
                .anyMatch(why -> why.filter(OutOfMemoryCheck::isLikely).isPresent());
    }

    /** The case at half of its batch. */
    static Ready halved(SuiteCase wanted, Function<SuiteCase, PreparedCase> preparer) {
        int batch = wanted.batch();
        SuiteCase half = wanted.withBatch(batch / 2);
        return new Ready(
                half,
                preparer.apply(half).withNote(NOTE, "halved from %d to %d: out of memory".formatted(batch, batch / 2)));
    }
}
