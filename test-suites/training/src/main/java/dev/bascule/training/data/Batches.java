package dev.bascule.training.data;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;

/**
 * Which samples each step is fed: every epoch in an order of its own, drawn by the seed, the same on every machine. What is left over
 * at an epoch's end is dropped. Immutable; thread-safe.
 */
public final class Batches {
    private final long seed;
    private final int count;
    private final int batch;
    /** An order is asked for step by step. */
    private volatile Epoch last;

    /**
     * @param count samples to be had
     * @param batch samples of a step
     * @throws IllegalArgumentException where there are not enough for one step
     */
    public Batches(long seed, int count, int batch) {
        if (batch < 1 || count < batch) {
            throw new IllegalArgumentException("batches of %d out of %d samples".formatted(batch, count));
        }
        this.seed = seed;
        this.count = count;
        this.batch = batch;
        this.last = order(0);
    }

    /**
     * Where a run stands. Immutable.
     *
     * @param epoch from 0
     * @param index of the next batch in its epoch, from 0
     */
    public record Position(long seed, long epoch, int index) {}

    private record Epoch(long number, Tensor order) {}

    public int stepsPerEpoch() {
        return count / batch;
    }

    /** Samples that each epoch leaves out, other ones each time. */
    public int dropped() {
        return count % batch;
    }

    /** What a step is fed, from 0: [batch], int64. */
    public Tensor indices(long step) {
        Position position = position(step);
        Tensor order = epoch(position.epoch()).order();
        int from = position.index() * batch * Long.BYTES;
        return Tensor.of(order.dtype(), Shape.of(batch), order.data().slice(from, batch * Long.BYTES));
    }

    /** Which batch comes at a step, from 0. */
    public Position position(long step) {
        if (step < 0) {
            throw new IllegalArgumentException("step " + step);
        }
        return new Position(seed, step / stepsPerEpoch(), (int) (step % stepsPerEpoch()));
    }

    /**
     * The step that begins where a run stood.
     *
     * @throws IllegalArgumentException for a position that these batches do not have
     */
    public long step(Position position) {
        if (position.seed() != seed
                || position.epoch() < 0
                || position.index() < 0
                || position.index() >= stepsPerEpoch()) {
            throw new IllegalArgumentException(
                    "%s is none of %d batches by seed %d".formatted(position, stepsPerEpoch(), seed));
        }
        return Math.addExact(Math.multiplyExact(position.epoch(), stepsPerEpoch()), position.index());
    }

    private Epoch epoch(long number) {
        Epoch known = last;
        if (known.number() != number) {
            known = order(number);
            last = known;
        }
        return known;
    }

    private Epoch order(long number) {
        int[] order = Permutation.of("batches seed %d epoch %d".formatted(seed, number), count);
        long[] indices = new long[count];
        for (int i = 0; i < count; i++) {
            indices[i] = order[i];
        }
        return new Epoch(number, Tensor.longs(Shape.of(count), indices));
    }
}
