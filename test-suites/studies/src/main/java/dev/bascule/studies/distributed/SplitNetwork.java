package dev.bascule.studies.distributed;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The network that strategies split, as {@code strategies.py} builds it: an embedding, blocks of two layers whose result is added
 * to what goes in, and a head. The first layer of a block is split by its outputs, the second by its inputs (Megatron-LM).
 *
 * @param hidden what is between the two layers of a block
 */
record SplitNetwork(int blocks, int hidden) {
    static final int WIDTH = 64;
    private static final int INPUTS = 16;

    enum Split {
        WHOLE,
        ROWS,
        COLUMNS
    }

    /** @param block in whose stage it is */
    record Tensor(String name, int rows, int columns, Split split, int block) {
        int size() {
            return rows * columns;
        }

        int size(Layout layout) {
            return split == Split.WHOLE ? size() : size() / layout.shards();
        }

        /** Where in the whole a value of a shard lies. */
        int place(Layout layout, int shard, int index) {
            return switch (split) {
                case WHOLE -> index;
                case ROWS -> shard * size(layout) + index;
                case COLUMNS -> {
                    int width = columns / layout.shards();
                    yield index / width * columns + shard * width + index % width;
                }
            };
        }
    }

    List<Tensor> tensors() {
        List<Tensor> all = new ArrayList<>();
        all.add(new Tensor("embed", WIDTH, INPUTS, Split.WHOLE, 0));
        for (int block = 0; block < blocks; block++) {
            all.add(new Tensor(block + ".up", hidden, WIDTH, Split.ROWS, block));
            all.add(new Tensor(block + ".upBias", hidden, 1, Split.ROWS, block));
            all.add(new Tensor(block + ".down", WIDTH, hidden, Split.COLUMNS, block));
            all.add(new Tensor(block + ".downBias", WIDTH, 1, Split.WHOLE, block));
        }
        all.add(new Tensor("head", INPUTS, WIDTH, Split.WHOLE, blocks - 1));
        return all;
    }

    int stage(Tensor tensor, Layout layout) {
        return tensor.block() * layout.stages() / blocks;
    }

    /** Of a rank, in their order. */
    List<Tensor> of(Layout layout, int rank) {
        return tensors().stream()
                .filter(tensor -> stage(tensor, layout) == layout.stage(rank))
                .toList();
    }

    long parameters() {
        return tensors().stream().mapToLong(Tensor::size).sum();
    }

    long parameters(Layout layout, int rank) {
        return of(layout, rank).stream()
                .mapToLong(tensor -> tensor.size(layout))
                .sum();
    }

    /** All ranks of a replica that hold a tensor or a shard of it; of what is not split each holds all. */
    IntStream holders(Tensor tensor, Layout layout, int replica) {
        return IntStream.range(0, layout.shards()).map(shard -> layout.rank(replica, stage(tensor, layout), shard));
    }
}
