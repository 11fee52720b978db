package dev.bascule.training.data;

import dev.bascule.models.zoo.SplitMix;

/** Orders drawn by a seed, the same on every machine (Fisher and Yates). Stateless. */
final class Permutation {
    private Permutation() {}

    /**
     * The numbers 0 to count − 1 in an order that the name alone decides.
     *
     * @param name of what is ordered, seed included
     */
    static int[] of(String name, int count) {
        SplitMix random = SplitMix.named(name);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        for (int i = count - 1; i > 0; i--) {
            int at = (int) random.nextBelow(i + 1L);
            int kept = order[i];
            order[i] = order[at];
            order[at] = kept;
        }
        return order;
    }
}
