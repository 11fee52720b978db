package dev.bascule.fallback.attempt;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a case was fed: cells with another hash computed something else. Immutable.
 *
 * @param sha256 over names, types, shapes and bytes of all steps, and over which outputs are carried to which inputs
 * @param tensors in the model's order
 * @param dims every dynamic dimension of the inputs, in the model's order
 * @param seed of what was generated; empty where nothing was
 */
public record CaseInputs(String sha256, List<Fed> tensors, List<DimSize> dims, Optional<Long> seed) {
    private static final int SHORT = 8;

    public CaseInputs {
        tensors = List.copyOf(tensors);
        dims = List.copyOf(dims);
    }

    /**
     * One input.
     *
     * @param shape of one step
     * @param steps how many tensors it was fed one after the other; 1 where it is the same at each inference
     */
    public record Fed(String name, DType dtype, Shape shape, int steps) {
        @Override
        public String toString() {
            return "%s %s%s%s"
                    .formatted(name, dtype.wireName(), shape, steps == 1 ? "" : " in %d steps".formatted(steps));
        }
    }

    /** {@code ids int64[1,128], mask int64[1,128]}. */
    public String shapes() {
        return tensors.stream().map(Fed::toString).collect(Collectors.joining(", "));
    }

    /** {@code sequence=128 (chosen: usual for a sequence)}; blank where no dimension is dynamic. */
    public String sizes() {
        return dims.stream().map(dim -> dim.name() + "=" + dim.words()).collect(Collectors.joining(", "));
    }

    /** The beginning of the hash, for people. */
    public String shortHash() {
        return sha256.substring(0, Math.min(SHORT, sha256.length()));
    }

    /** What sets it apart from others, for people; blank where nothing does. */
    public String differenceFrom(CaseInputs other) {
        if (sha256.equals(other.sha256)) {
            return "";
        }
        String own = withoutBatch(dims);
        String others = withoutBatch(other.dims);
        if (!own.equals(others)) {
            return "%s against %s".formatted(own, others);
        }
        if (!shapes().equals(other.shapes())) {
            return "%s against %s".formatted(shapes(), other.shapes());
        }
        if (!seed.equals(other.seed)) {
            return "%s against %s".formatted(seedWords(), other.seedWords());
        }
        return "the same shapes with other bytes (sha256 %s… against %s…)".formatted(shortHash(), other.shortHash());
    }

    private String seedWords() {
        return seed.map(number -> "seed " + number).orElse("nothing generated");
    }

    private static String withoutBatch(List<DimSize> dims) {
        return dims.stream()
                .filter(dim -> dim.origin() != DimSize.Origin.BATCH)
                .map(dim -> dim.name() + " " + dim.size())
                .collect(Collectors.joining(", "));
    }
}
