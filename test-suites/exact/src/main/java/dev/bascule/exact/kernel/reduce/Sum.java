package dev.bascule.exact.kernel.reduce;

/** A sum of many numbers with what each addition rounds away kept beside it (Knuth's TwoSum). Belongs to one thread. */
public final class Sum {
    private double sum;
    private double lost;

    public void add(double value) {
        double next = sum + value;
        double added = next - sum;
        lost += (sum - (next - added)) + (value - added);
        sum = next;
    }

    public double total() {
        // Of an infinite sum what was lost is no number.
        return Double.isFinite(sum) ? sum + lost : sum;
    }
}
