package dev.bascule.studies.replicas;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Who computes which pieces of a batch: each of those that are there its own share first, and then what they take over of the shares of those that
 * are not. Immutable.
 *
 * @param pieces by rank, of those that are there
 * @param batch how many samples there are
 */
record Allotment(SortedMap<Integer, List<Piece>> pieces, int batch) {
    Allotment {
        pieces = Collections.unmodifiableSortedMap(new TreeMap<>(pieces));
    }

    /**
     * The next piece goes to whoever has fewest, the largest session of these first: a replica's share is what takes it as long as the others take for
     * theirs, so that a piece is about as long for each.
     *
     * @param present who can be asked
     */
    static Allotment of(Shards shards, SortedSet<Integer> present) {
        SortedMap<Integer, List<Piece>> pieces = new TreeMap<>();
        own(shards, present).pieces().forEach((rank, own) -> pieces.put(rank, new ArrayList<>(own)));
        for (int absent = 0; absent < shards.replicas() && !pieces.isEmpty(); absent++) {
            int end = shards.from(absent) + shards.samples(absent);
            for (int from = shards.from(absent); !present.contains(absent) && from < end; ) {
                Map.Entry<Integer, List<Piece>> next = fewest(pieces, shards);
                int size = shards.samples(next.getKey());
                Piece piece = new Piece(from, Math.min(size, end - from), size);
                next.getValue().add(piece);
                from += piece.samples();
            }
        }
        pieces.replaceAll((rank, own) -> List.copyOf(own));
        return new Allotment(pieces, shards.batch());
    }

    /** Each its own share: nobody takes over what is missing. */
    static Allotment own(Shards shards, SortedSet<Integer> present) {
        SortedMap<Integer, List<Piece>> pieces = new TreeMap<>();
        present.forEach(rank ->
                pieces.put(rank, List.of(new Piece(shards.from(rank), shards.samples(rank), shards.samples(rank)))));
        return new Allotment(pieces, shards.batch());
    }

    private static Map.Entry<Integer, List<Piece>> fewest(SortedMap<Integer, List<Piece>> pieces, Shards shards) {
        return pieces.entrySet().stream()
                .min(Comparator.comparingInt((Map.Entry<Integer, List<Piece>> each) ->
                                each.getValue().size())
                        .thenComparing(each -> -shards.samples(each.getKey()))
                        .thenComparing(Map.Entry.comparingByKey()))
                .orElseThrow();
    }

    List<Piece> of(int rank) {
        return pieces.getOrDefault(rank, List.of());
    }

    /** Of each batch that this replica computes. */
    int samples(int rank) {
        return of(rank).stream().mapToInt(Piece::samples).sum();
    }

    /** Whether all compute the whole batch together. */
    boolean isWhole() {
        return pieces.keySet().stream().mapToInt(this::samples).sum() == batch;
    }

    /** How many pieces all have together. */
    int count() {
        return pieces.values().stream().mapToInt(Collection::size).sum();
    }

    /** Whether some take over what is another's. */
    boolean isResharded() {
        return pieces.values().stream().anyMatch(own -> own.size() > 1);
    }
}
