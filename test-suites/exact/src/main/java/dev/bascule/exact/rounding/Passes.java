package dev.bascule.exact.rounding;

import dev.bascule.exact.array.Reals;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The passes in which a graph is run side by side: the exact one, and noisy ones that follow from a seed. Belongs to one
 * thread.
 */
public final class Passes {
    private final List<SplittableRandom> random;
    private final boolean narrow;
    private final Lowering lowering;

    /** With sums in at least 32 bits. */
    public Passes(int noisy, long seed) {
        this(noisy, seed, false, Lowering.NONE);
    }

    /**
     * @param noisy how many beside the exact one
     * @param narrow whether noisy ones add up what is narrower than 32 bits in its own type
     * @param lowering where noisy ones compute 32-bit floats in less
     */
    public Passes(int noisy, long seed, boolean narrow, Lowering lowering) {
        this.narrow = narrow;
        this.lowering = lowering;
        SplittableRandom root = new SplittableRandom(seed);
        random = IntStream.range(0, noisy).mapToObj(pass -> root.split()).toList();
    }

    /** How many passes there are; the first is the exact one. */
    public int count() {
        return random.size() + 1;
    }

    /** The roundings of one node, by pass; the exact pass is to be run first. */
    public List<Rounding> ofNode() {
        if (random.isEmpty()) {
            return List.of(Rounding.NONE);
        }
        NodeNotes notes = new NodeNotes();
        return IntStream.range(0, count())
                .mapToObj(pass ->
                        pass == 0 ? new Recorded(notes) : new Noise(notes, random.get(pass - 1), narrow, lowering))
                .toList();
    }

    /** The exact pass, which leaves word of its steps. */
    private static final class Recorded extends PassedOn {
        private final NodeNotes notes;

        Recorded(NodeNotes notes) {
            this.notes = notes;
        }

        @Override
        public Reals atStep(Reals value) {
            notes.step(value);
            return value;
        }
    }
}
