package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;
import java.util.Map;
import java.util.Optional;

/**
 * The rule of a model without a rule of its own: what rounding may come to on the way to each output, and where that is not
 * enough, how far the reference itself moves.
 *
 * @param lineages by output
 * @param others of outputs that the graph does not tell of
 * @param spread asked only when an output lies outside
 */
public record RoundingRule(Map<String, Lineage> lineages, Lineage others, SpreadSource spread)
        implements ToleranceRule {
    public RoundingRule {
        lineages = Map.copyOf(lineages);
    }

    /** How far the reference moves, measured when first asked for. */
    @FunctionalInterface
    public interface SpreadSource {
        /** Of a reference that is not run again. */
        SpreadSource NONE = () -> Spread.NONE;

        Spread get();
    }

    /** With a reference that is not run again. */
    public RoundingRule(Map<String, Lineage> lineages, Lineage others) {
        this(lineages, others, SpreadSource.NONE);
    }

    /** The rule of outputs that lie at the end of so many nodes. */
    public static RoundingRule ofDepth(int depth) {
        return new RoundingRule(Map.of(), Lineage.of(depth));
    }

    public RoundingRule with(SpreadSource other) {
        return new RoundingRule(lineages, others, other);
    }

    @Override
    public Tolerance of(String output, DType dtype) {
        return lineages.getOrDefault(output, others).tolerance(dtype);
    }

    @Override
    public Optional<Tolerance> widened(String output, DType dtype) {
        return spread.get().widen(output, dtype, of(output, dtype));
    }
}
