package dev.bascule.training.data;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import java.util.List;
import java.util.OptionalInt;

/**
 * Sequences of tokens among which three marks stand once each, at places and in an order that are drawn; the class is the order. Every
 * sequence has the same marks, so that who only counts tokens is right by chance. Stateless.
 */
final class Sequences {
    static final String NAME = "sequences";
    static final int LENGTH = 16;
    static final int VOCABULARY = 16;

    private static final int COUNT = 3072;
    /** In the order of their labels: which mark comes first, second and third. */
    private static final List<List<Integer>> ORDERS = List.of(
            List.of(0, 1, 2), List.of(0, 2, 1), List.of(1, 0, 2), List.of(1, 2, 0), List.of(2, 0, 1), List.of(2, 1, 0));

    private static final int MARKS = 3;

    private Sequences() {}

    static LabelledData data() {
        SplitMix random = SplitMix.named(NAME);
        long[] tokens = new long[COUNT * LENGTH];
        long[] labels = new long[COUNT];
        for (int each = 0; each < COUNT; each++) {
            int label = each % ORDERS.size();
            labels[each] = label;
            for (int at = 0; at < LENGTH; at++) {
                tokens[each * LENGTH + at] = MARKS + random.nextBelow(VOCABULARY - MARKS);
            }
            boolean[] marked = places(random);
            int next = 0;
            for (int at = 0; at < LENGTH; at++) {
                if (marked[at]) {
                    tokens[each * LENGTH + at] = ORDERS.get(label).get(next++);
                }
            }
        }
        return Splitting.byClass(
                NAME,
                "generated: %d of %d tokens are marks, and the class is the order in which they stand"
                        .formatted(MARKS, LENGTH),
                ORDERS.stream().map(Sequences::named).toList(),
                new Labelled(Tensor.longs(Shape.of(COUNT, LENGTH), tokens), Tensor.longs(Shape.of(COUNT), labels)),
                OptionalInt.of(VOCABULARY));
    }

    private static boolean[] places(SplitMix random) {
        boolean[] marked = new boolean[LENGTH];
        for (int left = MARKS; left > 0; ) {
            int at = (int) random.nextBelow(LENGTH);
            left -= marked[at] ? 0 : 1;
            marked[at] = true;
        }
        return marked;
    }

    private static String named(List<Integer> order) {
        return order.stream().map(mark -> String.valueOf((char) ('A' + mark))).reduce("", String::concat);
    }
}
