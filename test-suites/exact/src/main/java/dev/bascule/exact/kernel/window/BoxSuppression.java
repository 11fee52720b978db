package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** NonMaxSuppression: of boxes that overlap, those with the best scores. Stateless. */
final class BoxSuppression {
    private BoxSuppression() {}

    static Integers nonMaxSuppression(Call call) {
        // What engines round in areas and quotients is as if corners were off by a rounding.
        Reals boxes = call.rounding().atStep(call.rounding().relative(call.reals(0), 1));
        Reals scores = call.rounding().atStep(call.reals(1));
        long most = call.integersIf(2)
                .filter(one -> one.size() > 0)
                .map(Integers::only)
                .orElse(0L);
        double overlap = only(call, 3, 0);
        double least = only(call, 4, Double.NaN);
        int classes = scores.dims()[1];
        int count = scores.dims()[2];
        double[] edges = edges(boxes, call.flag("center_point_box"));
        List<long[]> selected = new ArrayList<>();
        for (int list = 0; list < scores.dims()[0] * classes; list++) {
            int first = list / classes * count;
            int[] kept = kept(scores.data(), list * count, count, least, edges, first, overlap, most);
            for (int box : kept) {
                selected.add(new long[] {list / classes, list % classes, box});
            }
        }
        return Integers.longs(selected.stream().flatMapToLong(Arrays::stream).toArray(), selected.size(), 3);
    }

    private static double only(Call call, int input, double otherwise) {
        return call.realsIf(input)
                .filter(one -> one.size() > 0)
                .map(Reals::only)
                .orElse(otherwise);
    }

    /**
     * Of one class of one image, best first; of equal ones the first.
     *
     * @param least what a score is to be above; NaN for any
     */
    private static int[] kept(
            double[] scores, int at, int count, double least, double[] edges, int first, double overlap, long most) {
        int[] candidates = IntStream.range(0, count)
                .filter(box -> Double.isNaN(least) || scores[at + box] > least)
                .boxed()
                .sorted((a, b) -> Double.compare(scores[at + b] + 0.0, scores[at + a] + 0.0))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] kept = new int[(int) Math.max(0, Math.min(most, candidates.length))];
        int size = 0;
        for (int i = 0; i < candidates.length && size < kept.length; i++) {
            boolean free = true;
            for (int j = 0; j < size && free; j++) {
                free = !(shared(edges, (first + candidates[i]) * 4, (first + kept[j]) * 4) > overlap);
            }
            if (free) {
                kept[size] = candidates[i];
                size++;
            }
        }
        return Arrays.copyOf(kept, size);
    }

    /** For each box its least y and x and its greatest. */
    private static double[] edges(Reals boxes, boolean centred) {
        double[] edges = new double[boxes.size()];
        double[] data = boxes.data();
        for (int i = 0; i < edges.length; i += 4) {
            for (int axis = 0; axis < 2; axis++) {
                // Corners begin with y, centres with x.
                double a = centred ? data[i + 1 - axis] - data[i + 3 - axis] / 2 : data[i + axis];
                double b = centred ? data[i + 1 - axis] + data[i + 3 - axis] / 2 : data[i + axis + 2];
                edges[i + axis] = centred ? a : Math.min(a, b);
                edges[i + axis + 2] = centred ? b : Math.max(a, b);
            }
        }
        return edges;
    }

    /** The area that two boxes share, of the area that they have together; 0 where they share none. */
    private static double shared(double[] edges, int a, int b) {
        double shared = 1;
        double areaA = 1;
        double areaB = 1;
        for (int axis = 0; axis < 2; axis++) {
            double from = Math.max(edges[a + axis], edges[b + axis]);
            double to = Math.min(edges[a + axis + 2], edges[b + axis + 2]);
            if (to <= from) {
                return 0;
            }
            shared *= to - from;
            areaA *= edges[a + axis + 2] - edges[a + axis];
            areaB *= edges[b + axis + 2] - edges[b + axis];
        }
        double together = areaA + areaB - shared;
        return areaA <= 0 || areaB <= 0 || together <= 0 ? 0 : shared / together;
    }
}
