package dev.bascule.suites.suite;

/**
 * How an input is fed frame by frame: step {@code i} is the {@code context} elements before the frame (zeros before the
 * first), then the elements {@code [i*length, (i+1)*length)}. Written {@code 512:64}, or {@code 512} without context.
 *
 * @param length new elements in each step
 * @param context elements of the frame before that each step begins with
 */
public record Frame(int length, int context) {

    public Frame {
        if (length < 1 || context < 0) {
            throw new IllegalArgumentException("a frame has at least one element and no negative context");
        }
    }

    @Override
    public String toString() {
        return context == 0 ? Integer.toString(length) : length + ":" + context;
    }
}
