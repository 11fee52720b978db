package dev.bascule.nativerunner.pipeline;

import java.util.Arrays;

/** Cutting a sequence of token ids. Stateless. */
final class TokenIds {
    private TokenIds() {}

    /**
     * Cuts the content at its right end so that the special tokens around it stay.
     *
     * @param full the ids with special tokens
     * @param content the same without; a run of {@code full}
     */
    static long[] truncate(long[] full, long[] content, int maxLength) {
        if (full.length <= maxLength) {
            return full;
        }
        int special = full.length - content.length;
        int start = 0;
        while (start < special && !Arrays.equals(full, start, start + content.length, content, 0, content.length)) {
            start++;
        }
        if (start == special && !Arrays.equals(full, start, full.length, content, 0, content.length)) {
            start = 0;
        }
        int kept = Math.max(0, maxLength - special);
        long[] cut = new long[special + kept];
        System.arraycopy(full, 0, cut, 0, start);
        System.arraycopy(content, 0, cut, start, kept);
        System.arraycopy(full, start + content.length, cut, start + kept, special - start);
        return Arrays.copyOf(cut, Math.min(cut.length, maxLength));
    }
}
