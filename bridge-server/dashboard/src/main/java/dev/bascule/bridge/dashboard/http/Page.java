package dev.bascule.bridge.dashboard.http;

import io.javalin.http.Context;
import java.util.List;

/**
 * Which part of a list an answer has.
 *
 * @param number of the page, from 1
 * @param size entries on a full page
 * @param total entries on all pages
 * @param pages how many there are; none where there is nothing
 */
public record Page(int number, int size, int total, int pages) {
    private static final int USUAL = 50;
    private static final int MOST = 500;

    /**
     * What a request asks for.
     *
     * @param number from 1
     */
    public record Wanted(int number, int size) {

        public int offset() {
            return (number - 1) * size;
        }

        public Page of(int total) {
            return new Page(number, size, total, (total + size - 1) / size);
        }

        /** This part of a whole list. */
        public <T> List<T> cut(List<T> all) {
            int from = Math.min(offset(), all.size());
            return List.copyOf(all.subList(from, Math.min(from + size, all.size())));
        }
    }

    /** From the parameters {@code page} and {@code size}. */
    public static Wanted wanted(Context context) {
        return new Wanted(
                Parameters.number(context, "page", 1, 1, Integer.MAX_VALUE / MOST),
                Parameters.number(context, "size", USUAL, 1, MOST));
    }
}
