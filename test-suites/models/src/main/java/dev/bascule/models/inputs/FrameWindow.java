package dev.bascule.models.inputs;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an input is fed frame by frame: step {@code i} is the {@code context} elements before the frame (zeros before the
 * first), then the elements {@code [i*length, (i+1)*length)}. Written {@code 512:64}, or {@code 512} without context.
 *
 * @param length new elements in each step
 * @param context elements of the frame before that each step begins with
 */
public record FrameWindow(int length, int context) {
    private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,8})(?::(\\d{1,9}))?");

    public FrameWindow {
        if (length < 1 || context < 0) {
            throw new IllegalArgumentException("a frame has at least one element and no negative context");
        }
    }

    /** Reads {@code 512:64} or {@code 512}; empty when it is neither. */
    public static Optional<FrameWindow> parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int length = Integer.parseInt(matcher.group(1));
        return Optional.of(new FrameWindow(length, matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2))));
    }

    @Override
    public String toString() {
        return context == 0 ? Integer.toString(length) : length + ":" + context;
    }
}
