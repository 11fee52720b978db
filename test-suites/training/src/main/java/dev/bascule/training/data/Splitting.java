package dev.bascule.training.data;

import static java.util.Objects.requireNonNull;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Divides samples into what is learned from and what is held back, by a seed and class by class, and sees to it that none is in both.
 * Stateless.
 */
final class Splitting {
    /** Of each class, what is held back. */
    static final double HELD_BACK = 0.2;

    /** Of a class, so that one is held back. */
    private static final int LEAST = (int) Math.ceil(0.5 / HELD_BACK);

    private Splitting() {}

    /** The data, split by its own name and normalised. */
    static LabelledData byClass(
            String name, String origin, List<String> classes, Labelled all, OptionalInt vocabulary) {
        return byClass(name, name, origin, classes, all, vocabulary);
    }

    /**
     * The data, split and normalised.
     *
     * @param seed what decides the split
     * @param all samples as they come from the source
     * @throws BasculeException {@link ErrorCode#DATA_INVALID} where a class has too few samples to be divided, or is in no part
     */
    static LabelledData byClass(
            String name, String seed, String origin, List<String> classes, Labelled all, OptionalInt vocabulary) {
        List<Integer> train = new ArrayList<>();
        List<Integer> test = new ArrayList<>();
        ofEachClass(all).forEach((label, places) -> {
            int held = (int) Math.round(places.size() * HELD_BACK);
            int[] order = Permutation.of("split of " + seed + " class " + label, places.size());
            for (int i = 0; i < order.length; i++) {
                (i < held ? test : train).add(places.get(order[i]));
            }
        });
        train.sort(null);
        test.sort(null);
        String rule = "%.0f %% of each class held back, drawn by SplitMix64 of 'split of %s class LABEL'"
                .formatted(100 * HELD_BACK, seed);
        return of(name, origin, classes, all, vocabulary, rule, train, test);
    }

    /** The same with a split that somebody else made. */
    static LabelledData of(
            String name,
            String origin,
            List<String> classes,
            Labelled all,
            OptionalInt vocabulary,
            String rule,
            List<Integer> train,
            List<Integer> test) {
        List<String> hashes = hashes(all);
        if (all.count() > 1 && Set.copyOf(hashes).size() == 1) {
            throw DataInvalid.of(
                    "all %d samples of '%s' are equal; there is nothing to tell apart".formatted(all.count(), name),
                    "look at the data");
        }
        Set<String> learned = train.stream().map(hashes::get).collect(Collectors.toSet());
        List<Integer> leaked =
                test.stream().filter(each -> learned.contains(hashes.get(each))).toList();
        Map<Boolean, List<Integer>> unseen = ofFirstLook(test, all, hashes, learned);
        List<Integer> kept = requireNonNull(unseen.get(true), "both keys are there");
        require(name, classes, all, train, "learned from");
        require(name, classes, all, kept, leaked.isEmpty() ? "held back" : "held back and is not learned from too");
        Labelled first = all.at(places(train));
        Normalisation normalisation = Normalisation.of(first);
        return new LabelledData(
                name,
                origin,
                classes,
                normalisation.apply(first),
                normalisation.apply(all.at(places(kept))),
                normalisation,
                vocabulary,
                new Split(
                        rule,
                        train,
                        kept,
                        leaked,
                        requireNonNull(unseen.get(false), "both keys are there"),
                        train.size() - learned.size(),
                        contradictory(all, hashes)));
    }

    /** What is held back and not learned from: the first of each with its label, and, apart, those that repeat it. */
    private static Map<Boolean, List<Integer>> ofFirstLook(
            List<Integer> test, Labelled all, List<String> hashes, Set<String> learned) {
        Set<String> seen = new HashSet<>();
        return test.stream()
                .filter(each -> !learned.contains(hashes.get(each)))
                .collect(Collectors.partitioningBy(each -> seen.add(hashes.get(each) + " " + all.label(each))));
    }

    private static void require(String name, List<String> classes, Labelled all, List<Integer> places, String use) {
        Set<Integer> there = places.stream().map(all::label).collect(Collectors.toCollection(LinkedHashSet::new));
        List<String> absent = IntStream.range(0, classes.size())
                .filter(each -> !there.contains(each))
                .mapToObj(classes::get)
                .toList();
        if (!absent.isEmpty()) {
            throw DataInvalid.of(
                    "'%s' has no sample of %s that is %s".formatted(name, absent, use),
                    "give each class at least %d different samples".formatted(LEAST));
        }
    }

    private static Map<Integer, List<Integer>> ofEachClass(Labelled all) {
        return IntStream.range(0, all.count())
                .boxed()
                .collect(Collectors.groupingBy(all::label, TreeMap::new, Collectors.toList()));
    }

    private static List<String> hashes(Labelled all) {
        int width = Math.toIntExact(all.samples().dtype().bytes(all.sample().elements()));
        ByteBuffer bytes = all.samples().data();
        return IntStream.range(0, all.count())
                .mapToObj(each -> Sha256.of(bytes.slice(each * width, width)))
                .toList();
    }

    /** Samples of which an equal one has another label. */
    private static int contradictory(Labelled all, List<String> hashes) {
        Map<String, Set<Integer>> labels = IntStream.range(0, all.count())
                .boxed()
                .collect(Collectors.groupingBy(
                        hashes::get, Collectors.mapping(all::label, Collectors.toCollection(HashSet::new))));
        Set<String> torn = labels.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return (int) hashes.stream().filter(torn::contains).count();
    }

    private static int[] places(List<Integer> places) {
        return places.stream().mapToInt(Integer::intValue).toArray();
    }
}
