package dev.bascule.app.local;

import dev.bascule.models.workload.ByteSizes;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What gets a case past a lack of memory, by what its tensors need and what is free. Pure. */
final class MemoryRemedy {
    private MemoryRemedy() {}

    /**
     * The nearest first; the batch that ran goes before one that would fit by the graph alone.
     *
     * @param need of the case as it failed
     * @param batch that it failed at
     * @param ran the largest smaller batch that ran in the same run; empty where none did
     */
    static List<String> of(MemoryEstimate need, int batch, FreeMemory free, OptionalInt ran) {
        if (ran.isPresent()) {
            return List.of("--batch %d: it ran there in this run".formatted(ran.getAsInt()));
        }
        String least = need.isLowerBound() ? "at least " : "";
        Optional<String> fitting = batch > 1 ? Optional.of(fitting(need, batch, free, least)) : Optional.empty();
        String smaller = "a variant in float16 needs about half of its %s%s, one in 8 bits about a quarter"
                .formatted(least, ByteSizes.text(need.total()));
        return fitting.map(words -> List.of(words, smaller)).orElseGet(() -> List.of(smaller));
    }

    private static String fitting(MemoryEstimate need, int batch, FreeMemory free, String least) {
        int half = batch / 2;
        String weights = ByteSizes.text(need.weights());
        String row = ByteSizes.text(need.activationBytes() / batch);
        if (free.bytes().isEmpty()) {
            return "--batch %d, half of this one: by the graph alone a row needs %s%s beside %s of weights; what is free is not known: %s"
                    .formatted(half, least, row, weights, free.source());
        }
        long left = free.bytes().getAsLong() - need.weights();
        long rows = need.activationBytes() == 0 ? half : left * batch / need.activationBytes();
        String there = "%s are free (%s)".formatted(ByteSizes.text(free.bytes().getAsLong()), free.source());
        return rows < 1
                ? "no batch fits by the graph alone: one row needs %s%s beside %s of weights, and %s"
                        .formatted(least, row, weights, there)
                // The engine takes more than tensors do, so what failed is never advised again.
                : "--batch %d fits by the graph alone: a row needs %s%s beside %s of weights, and %s"
                        .formatted(Math.min(rows, half), least, row, weights, there);
    }
}
