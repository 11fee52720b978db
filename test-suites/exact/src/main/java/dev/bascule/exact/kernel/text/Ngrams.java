package dev.bascule.exact.kernel.text;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Counts of sequences of words, or of numbers in their stead.
 *
 * @param pool the sequences that are looked for, with their numbers
 * @param least words of a sequence
 * @param most words of a sequence
 * @param skips how many words at most are left out between two words of a sequence
 */
record Ngrams(Map<List<Object>, Integer> pool, int least, int most, int skips) {

    static Reals tfIdfVectorizer(Call call) {
        Array words = call.array(0);
        Ngrams ngrams = of(call);
        long[] places = call.integers("ngram_indexes").orElseGet(() -> new long[0]);
        double[] weights = call.reals("weights").orElseGet(() -> ones(places.length));
        String mode = call.text("mode", "TF");
        int width = (int) Arrays.stream(places).max().orElse(-1) + 1;
        int length = words.rank() == 0 ? 1 : words.dims()[words.rank() - 1];
        int rows = words.rank() == 2 ? words.dims()[0] : 1;
        double[] all = new double[rows * width];
        for (int row = 0; row < rows; row++) {
            int[] counts = ngrams.counts(list(words, row * length, length));
            for (int i = 0; i < counts.length; i++) {
                double count = mode.equals("IDF") ? Math.min(1, counts[i]) : counts[i];
                all[row * width + (int) places[i]] += mode.equals("TF") ? count : count * weights[i];
            }
        }
        Reals result =
                words.rank() == 2 ? new Reals(DType.FLOAT32, all, rows, width) : new Reals(DType.FLOAT32, all, width);
        // Counts are exact, and so is a weight.
        return mode.equals("TFIDF") ? call.rounding().relative(result, 1) : result;
    }

    private static Ngrams of(Call call) {
        List<?> pool = call.texts("pool_strings")
                .<List<?>>map(texts -> texts)
                .orElseGet(() -> LongStream.of(call.integers("pool_int64s").orElseGet(() -> new long[0]))
                        .boxed()
                        .toList());
        long[] starts = call.integers("ngram_counts").orElseGet(() -> new long[0]);
        Map<List<Object>, Integer> numbers = new HashMap<>();
        for (int n = 1; n <= starts.length; n++) {
            int end = n == starts.length ? pool.size() : (int) starts[n];
            for (int from = (int) starts[n - 1]; from + n <= end; from += n) {
                numbers.put(List.copyOf(pool.subList(from, from + n)), numbers.size());
            }
        }
        return new Ngrams(
                numbers,
                Math.toIntExact(call.integer("min_gram_length", 1)),
                Math.toIntExact(call.integer("max_gram_length", 1)),
                Math.toIntExact(call.integer("max_skip_count", 0)));
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static List<Object> list(Array words, int from, int length) {
        List<Object> list = new ArrayList<>();
        IntStream.range(from, from + length)
                .forEach(i -> list.add(
                        words instanceof Texts texts ? texts.data()[i] : (Object) ((Integers) words).data()[i]));
        return list;
    }

    /** How often each sequence of the pool is met. */
    private int[] counts(List<Object> words) {
        int[] counts = new int[pool.size()];
        for (int n = least; n <= most; n++) {
            // Between the words of a single one there is nothing to leave out.
            for (int step = 1; step <= (n == 1 ? 1 : skips + 1); step++) {
                for (int from = 0; from + (n - 1) * step < words.size(); from++) {
                    List<Object> met = new ArrayList<>();
                    for (int i = 0; i < n; i++) {
                        met.add(words.get(from + i * step));
                    }
                    int number = pool.getOrDefault(met, -1);
                    if (number >= 0) {
                        counts[number]++;
                    }
                }
            }
        }
        return counts;
    }
}
