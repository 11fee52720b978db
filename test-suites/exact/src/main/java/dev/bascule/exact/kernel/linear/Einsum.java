package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.exact.rounding.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums over products that an equation names. Operands are joined from the left, each time by a product of matrices: labels that
 * both have and later terms want are batches, those that nobody wants any more are summed over. Stateless.
 */
final class Einsum {
    private Einsum() {}

    /** An operand with a label for each of its dimensions. */
    private record Term(Reals values, String labels) {
        int size(char label) {
            return values.dims()[labels.indexOf(label)];
        }

        /** The same with its dimensions in this order; a label that it lacks is a dimension of 1. */
        Reals ordered(String order) {
            int[] strides = Dims.strides(values.dims());
            int[] dims = new int[order.length()];
            int[] steps = new int[order.length()];
            for (int i = 0; i < dims.length; i++) {
                int axis = labels.indexOf(order.charAt(i));
                dims[i] = axis < 0 ? 1 : values.dims()[axis];
                steps[i] = axis < 0 ? 0 : strides[axis];
            }
            return values.picked(Dims.walked(0, steps, dims), dims);
        }

        /** A label twice is a diagonal. */
        Term withoutRepeats() {
            StringBuilder once = new StringBuilder();
            Map<Character, Integer> steps = new HashMap<>();
            int[] strides = Dims.strides(values.dims());
            for (int axis = 0; axis < labels.length(); axis++) {
                char label = labels.charAt(axis);
                if (once.indexOf(String.valueOf(label)) < 0) {
                    once.append(label);
                } else if (size(label) != values.dims()[axis]) {
                    throw new IllegalArgumentException("'%s' has two sizes".formatted(label));
                }
                steps.merge(label, strides[axis], Integer::sum);
            }
            if (once.length() == labels.length()) {
                return this;
            }
            int[] dims = once.chars().map(label -> size((char) label)).toArray();
            int[] along = once.chars()
                    .map(label -> steps.getOrDefault((char) label, 0))
                    .toArray();
            return new Term(values.picked(Dims.walked(0, along, dims), dims), once.toString());
        }
    }

    static Operand einsum(Call call) {
        String equation = call.text("equation", "").replace(" ", "");
        String[] sides = equation.split("->", -1);
        String[] given = sides[0].split(",", -1);
        if (given.length != call.inputs()) {
            throw new IllegalArgumentException(
                    "'%s' is of %d operands, not %d".formatted(equation, given.length, call.inputs()));
        }
        int ellipsis = 0;
        for (int i = 0; i < given.length; i++) {
            ellipsis = Math.max(
                    ellipsis, call.reals(i).rank() - given[i].replace("...", "").length());
        }
        List<Term> terms = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
            Reals values = call.reals(i);
            int own = values.rank() - given[i].replace("...", "").length();
            String labels = expanded(given[i], ellipsis);
            terms.add(term(values, given[i].contains("...") ? dropped(labels, given[i], ellipsis - own) : given[i]));
        }
        String result = sides.length > 1 ? expanded(sides[1], ellipsis) : implied(terms, ellipsis);
        Rounding rounding = call.rounding();
        Term all = terms.get(0);
        if (terms.size() == 1) {
            return joined(all, new Term(new Reals(all.values().dtype(), new double[] {1}), ""), result, rounding)
                    .ordered(result);
        }
        for (int i = 1; i < terms.size(); i++) {
            StringBuilder wanted = new StringBuilder(result);
            terms.subList(i + 1, terms.size()).forEach(term -> wanted.append(term.labels()));
            all = joined(all, terms.get(i), wanted.toString(), rounding);
        }
        return all.ordered(result);
    }

    private static Term term(Reals values, String labels) {
        if (labels.length() != values.rank()) {
            throw new IllegalArgumentException(
                    "'%s' names other dimensions than %s has".formatted(labels, Arrays.toString(values.dims())));
        }
        return new Term(values, labels).withoutRepeats();
    }

    /** Dimensions of an ellipsis are labelled by digits, the last with the greatest. */
    private static String expanded(String labels, int ellipsis) {
        if (ellipsis > 9) {
            throw new UnsupportedOperatorException("Einsum with an ellipsis of more than 9 dimensions");
        }
        return labels.replace("...", "123456789".substring(0, ellipsis));
    }

    /** An operand of fewer dimensions lacks the first of the ellipsis. */
    private static String dropped(String labels, String written, int missing) {
        int at = written.indexOf("...");
        return labels.substring(0, at) + labels.substring(at + missing);
    }

    /** Without a right side: the ellipsis, then the labels that are there once, in order. */
    private static String implied(List<Term> terms, int ellipsis) {
        Map<Character, Integer> count = new TreeMap<>();
        terms.forEach(term -> term.labels().chars().forEach(label -> count.merge((char) label, 1, Integer::sum)));
        StringBuilder result = new StringBuilder("123456789".substring(0, ellipsis));
        count.forEach((label, times) -> {
            if (times == 1 && Character.isLetter(label)) {
                result.append(label);
            }
        });
        return result.toString();
    }

    private static Term joined(Term a, Term b, String wanted, Rounding rounding) {
        StringBuilder batch = new StringBuilder();
        StringBuilder summed = new StringBuilder();
        StringBuilder left = new StringBuilder();
        StringBuilder right = new StringBuilder();
        for (char label : (a.labels() + b.labels()).toCharArray()) {
            String one = String.valueOf(label);
            boolean inA = a.labels().contains(one);
            boolean inB = b.labels().contains(one);
            StringBuilder kind = !wanted.contains(one) ? summed : inA && inB ? batch : inA ? left : right;
            if (kind.indexOf(one) < 0) {
                kind.append(label);
            }
        }
        int[] batchDims = sizes(batch, a, b);
        Reals x = repeated(a.ordered(batch.toString() + left + summed), batchDims, left.length(), sizes(summed, a, b));
        Reals y =
                repeated(b.ordered(batch.toString() + right + summed), batchDims, right.length(), sizes(summed, a, b));
        int k = Dims.size(sizes(summed, a, b));
        int batches = Dims.size(batchDims);
        Reals product = MatrixProducts.rounded(
                x.reshaped(batches, Dims.size(sizes(left, a, b)), k),
                MatrixProducts.turned(y.reshaped(batches, Dims.size(sizes(right, a, b)), k)),
                ProductKind.MATMUL,
                rounding);
        String labels = batch.toString() + left + right;
        int[] dims = labels.chars().map(label -> size((char) label, a, b)).toArray();
        return new Term(product.reshaped(dims), labels);
    }

    /** With batches and summed dimensions of 1 repeated to the other operand's. */
    private static Reals repeated(Reals values, int[] batch, int own, int[] summed) {
        int[] dims = values.dims().clone();
        System.arraycopy(batch, 0, dims, 0, batch.length);
        System.arraycopy(summed, 0, dims, batch.length + own, summed.length);
        return Arrays.equals(dims, values.dims()) ? values : values.picked(Dims.repeated(values.dims(), dims), dims);
    }

    private static int[] sizes(CharSequence labels, Term a, Term b) {
        return labels.chars().map(label -> size((char) label, a, b)).toArray();
    }

    private static int size(char label, Term a, Term b) {
        int inA = a.labels().indexOf(label) < 0 ? 1 : a.size(label);
        int inB = b.labels().indexOf(label) < 0 ? 1 : b.size(label);
        if (inA != inB && inA != 1 && inB != 1) {
            throw new IllegalArgumentException("'%s' is %d and %d".formatted(label, inA, inB));
        }
        return Math.max(inA, inB);
    }
}
