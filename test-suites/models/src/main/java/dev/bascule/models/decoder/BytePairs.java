package dev.bascule.models.decoder;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Byte-pair encoding over bytes (Sennrich et al. 2016, in GPT-2's form: every byte is written as a printable character). Immutable and
 * thread-safe.
 */
final class BytePairs {
    private static final int BYTES = 256;
    private static final int NONE = -1;
    private static final char[] CHARACTERS = characters();
    private static final Map<Character, Integer> OCTETS = octets();

    private record Pair(int left, int right) {}

    /** What a pair becomes, and how early. */
    private record Merge(int rank, int token) {}

    /** Two neighbours that may be merged, as they were when it was noticed. */
    private record Candidate(int rank, int at, int left, int right, int token) {}

    private final Map<Pair, Merge> merges = new HashMap<>();
    private final int[] single = new int[BYTES];

    /**
     * @param ids of the tokens
     * @param pairs two tokens each, a space between them; the earliest is merged first
     * @throws IllegalArgumentException naming what the vocabulary lacks
     */
    BytePairs(Map<String, Integer> ids, List<String> pairs) {
        for (int octet = 0; octet < BYTES; octet++) {
            single[octet] = ids.getOrDefault(String.valueOf(CHARACTERS[octet]), NONE);
        }
        for (int rank = 0; rank < pairs.size(); rank++) {
            String pair = pairs.get(rank);
            int space = pair.indexOf(' ', 1);
            if (space < 0) {
                throw new IllegalArgumentException("merge %d is no pair".formatted(rank));
            }
            String left = pair.substring(0, space);
            String right = pair.substring(space + 1);
            merges.putIfAbsent(new Pair(id(ids, left), id(ids, right)), new Merge(rank, id(ids, left + right)));
        }
    }

    private static int id(Map<String, Integer> ids, String token) {
        Integer id = ids.get(token);
        if (id == null) {
            throw new IllegalArgumentException("there is no token '%s'".formatted(token));
        }
        return id;
    }

    /** The tokens of a word: in time that grows little faster than its length, so that a text without spaces is no trap. */
    List<Integer> encode(String word) {
        int[] token = singles(word.getBytes(StandardCharsets.UTF_8));
        int n = token.length;
        int[] next = new int[n];
        int[] before = new int[n];
        for (int at = 0; at < n; at++) {
            next[at] = at + 1;
            before[at] = at - 1;
        }
        PriorityQueue<Candidate> queue =
                new PriorityQueue<>(Comparator.comparingInt(Candidate::rank).thenComparingInt(Candidate::at));
        for (int at = 0; at + 1 < n; at++) {
            offer(queue, at, token[at], token[at + 1]);
        }
        while (!queue.isEmpty()) {
            Candidate best = queue.poll();
            int at = best.at();
            boolean stale = token[at] != best.left() || next[at] >= n || token[next[at]] != best.right();
            if (stale) {
                continue;
            }
            int gone = next[at];
            token[at] = best.token();
            token[gone] = NONE;
            next[at] = next[gone];
            if (next[at] < n) {
                before[next[at]] = at;
                offer(queue, at, token[at], token[next[at]]);
            }
            if (before[at] >= 0) {
                offer(queue, before[at], token[before[at]], token[at]);
            }
        }
        List<Integer> tokens = new ArrayList<>();
        for (int at = 0; at < n; at = next[at]) {
            tokens.add(token[at]);
        }
        return tokens;
    }

    /** A byte that a vocabulary lacks, as some lack those of control, is left out, as Hugging Face's tokenizers do. */
    private int[] singles(byte[] bytes) {
        int[] tokens = new int[bytes.length];
        int length = 0;
        for (byte octet : bytes) {
            int token = single[octet & 0xFF];
            if (token != NONE) {
                tokens[length++] = token;
            }
        }
        return Arrays.copyOf(tokens, length);
    }

    private void offer(PriorityQueue<Candidate> queue, int at, int left, int right) {
        Merge merge = merges.get(new Pair(left, right));
        if (merge != null) {
            queue.add(new Candidate(merge.rank(), at, left, right, merge.token()));
        }
    }

    /** The bytes that a token's characters stand for; others than those are left out. */
    static byte[] bytes(String token) {
        byte[] bytes = new byte[token.length()];
        int length = 0;
        for (int at = 0; at < token.length(); at++) {
            Integer octet = OCTETS.get(token.charAt(at));
            if (octet != null) {
                bytes[length++] = (byte) (int) octet;
            }
        }
        return Arrays.copyOf(bytes, length);
    }

    /** Printable Latin-1 is itself; the others follow from U+0100 on. */
    private static char[] characters() {
        char[] characters = new char[BYTES];
        char other = BYTES;
        for (int octet = 0; octet < BYTES; octet++) {
            boolean printable = octet >= '!' && octet <= '~' || octet >= 0xA1 && octet != 0xAD;
            characters[octet] = printable ? (char) octet : other++;
        }
        return characters;
    }

    private static Map<Character, Integer> octets() {
        Map<Character, Integer> octets = new HashMap<>();
        for (int octet = 0; octet < BYTES; octet++) {
            octets.put(CHARACTERS[octet], octet);
        }
        return octets;
    }
}
