package dev.bascule.fallback.run;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which of a suite's cases a run was to run, where it was not simply all of them by name. Immutable.
 *
 * @param cases how many there are in all
 * @param wholeHash SHA-256 over all of them, whichever were selected: equal for the shards of one suite
 * @param filters globs of case ids, as typed; none selects every case
 * @param sample how many were drawn at random by the run's seed, before they were divided into shards
 * @param shard which part; empty where it was not divided
 * @param shuffled whether they ran in an order drawn by the run's seed
 * @param unread those that were selected and could not be read: the run has no cell of them, and each is a failure of it
 */
public record Selection(
        int cases,
        String wholeHash,
        List<String> filters,
        Optional<Integer> sample,
        Optional<Shard> shard,
        boolean shuffled,
        List<Unread> unread) {

    public Selection {
        filters = List.copyOf(filters);
        unread = List.copyOf(unread);
    }

    /** One whose every case could be read. */
    public Selection(
            int cases,
            String wholeHash,
            List<String> filters,
            Optional<Integer> sample,
            Optional<Shard> shard,
            boolean shuffled) {
        this(cases, wholeHash, filters, sample, shard, shuffled, List.of());
    }

    /**
     * A case that could not be read.
     *
     * @param message why, without the place of the file on this machine
     */
    public record Unread(CaseId id, ErrorCode code, String message) {}

    /** The same, with the cases that could not be read. */
    public Selection with(List<Unread> without) {
        return new Selection(cases, wholeHash, filters, sample, shard, shuffled, without);
    }

    /** Whether every case was selected. */
    public boolean isWhole() {
        return filters.isEmpty()
                && sample.isEmpty()
                && shard.map(Shard::isWhole).orElse(true);
    }

    /**
     * Parts of a suite that was divided.
     *
     * @param parts counted from 1; several where shards were merged
     * @param of into how many it was divided
     */
    public record Shard(SortedSet<Integer> parts, int of) {
        public Shard {
            parts = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(parts));
            if (parts.isEmpty() || parts.first() < 1 || parts.last() > of) {
                throw new IllegalArgumentException("shards are counted from 1 to %d: %s".formatted(of, parts));
            }
        }

        public static Shard of(int part, int of) {
            return new Shard(new TreeSet<>(List.of(part)), of);
        }

        public boolean isWhole() {
            return parts.size() == of;
        }

        /** Those that are not here. */
        public SortedSet<Integer> missing() {
            SortedSet<Integer> missing = new TreeSet<>();
            for (int part = 1; part <= of; part++) {
                if (!parts.contains(part)) {
                    missing.add(part);
                }
            }
            return missing;
        }

        /** As typed: {@code 2/8}; {@code 1,3/8} where several were merged. */
        @Override
        public String toString() {
            return String.join(",", parts.stream().map(String::valueOf).toList()) + "/" + of;
        }
    }
}
