package dev.bascule.studies.quantization;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.models.zoo.SplitMix;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Samples of which some calibrate and the others judge. Immutable.
 *
 * @param name as on the command line
 * @param origin where they are from, a sentence
 * @param classes names of what a label may be; empty where there are no labels
 * @param calibration what ranges are found with
 * @param evaluation what variants are judged by; never empty
 * @param notes for the reader
 * @param learning what somebody may learn from who trains; empty where there are no labels
 */
public record SampleSplit(
        String name,
        String origin,
        List<String> classes,
        List<Sample> calibration,
        List<Sample> evaluation,
        List<String> notes,
        List<Sample> learning) {

    /** Of which nobody learns but who is calibrated. */
    public SampleSplit(
            String name,
            String origin,
            List<String> classes,
            List<Sample> calibration,
            List<Sample> evaluation,
            List<String> notes) {
        this(name, origin, classes, calibration, evaluation, notes, List.of());
    }

    public SampleSplit {
        classes = List.copyOf(classes);
        calibration = List.copyOf(calibration);
        evaluation = List.copyOf(evaluation);
        notes = List.copyOf(notes);
        learning = List.copyOf(learning);
        if (evaluation.isEmpty()) {
            throw new IllegalArgumentException("no sample judges");
        }
    }

    /** How many of each part at most. */
    public record Counts(int calibration, int evaluation) {}

    /** Of samples that somebody divided before, as many of each part as wanted, drawn by the seed; who trains may learn from the whole first part. */
    public static SampleSplit ofParts(
            String name,
            String origin,
            List<String> classes,
            List<Sample> calibration,
            List<Sample> evaluation,
            Counts most,
            long seed) {
        List<String> notes = new ArrayList<>();
        return new SampleSplit(
                name,
                origin,
                classes,
                drawn(calibration, most.calibration(), "calibration " + seed),
                drawn(once(evaluation, notes), most.evaluation(), "evaluation " + seed),
                notes,
                calibration);
    }

    /** Divided by the seed: at most half of them calibrate. One sample judges, and calibrates nothing. */
    public static SampleSplit of(String name, String origin, List<Sample> all, Counts most, long seed) {
        List<Sample> mixed = drawn(all, all.size(), "split " + seed);
        int calibrating = Math.min(most.calibration(), mixed.size() / 2);
        List<String> notes = new ArrayList<>();
        List<Sample> judging = once(mixed.subList(calibrating, mixed.size()), notes);
        if (mixed.size() == 1) {
            notes.add("there is one sample: it judges, and nothing is calibrated; no interval comes of it");
        }
        return new SampleSplit(
                name,
                origin,
                List.of(),
                mixed.subList(0, calibrating),
                judging.subList(0, Math.min(most.evaluation(), judging.size())),
                notes);
    }

    /**
     * Of samples in the order of what they were cut from, such as windows of a text: those of one place are alike. The first calibrate, at
     * most half of them, the next one does neither, and of the rest as many judge as wanted, drawn by the seed. Of fewer than three none
     * calibrates.
     */
    public static SampleSplit ofNeighbours(String name, String origin, List<Sample> all, Counts most, long seed) {
        int calibrating = Math.min(most.calibration(), (all.size() - 1) / 2);
        List<String> notes = new ArrayList<>();
        List<Sample> rest = once(all.subList(calibrating == 0 ? 0 : calibrating + 1, all.size()), notes);
        notes.add(
                calibrating == 0
                        ? "nothing is calibrated: %d in order judge".formatted(rest.size())
                        : "they stand in the order of what they are cut from: the first %d calibrate, the next is left out, and what judges comes after it"
                                .formatted(calibrating));
        return new SampleSplit(
                name,
                origin,
                List.of(),
                all.subList(0, calibrating),
                drawn(rest, most.evaluation(), "evaluation " + seed),
                notes);
    }

    public boolean isLabelled() {
        return !classes.isEmpty();
    }

    /** How many samples that judge calibrate as well, by hash: whoever is calibrated with them is flattered. */
    public int shared() {
        return judgingAmong(calibration);
    }

    /** How many samples that judge may be learnt from as well, by hash: whoever is trained on them is flattered. */
    public int learnt() {
        return judgingAmong(learning);
    }

    private int judgingAmong(List<Sample> others) {
        Set<String> known = others.stream().map(Sample::sha256).collect(Collectors.toSet());
        return Math.toIntExact(evaluation.stream()
                .filter(sample -> known.contains(sample.sha256()))
                .count());
    }

    /** Each sample once: the same again tells nothing new, and would make every interval too narrow. */
    private static List<Sample> once(List<Sample> all, List<String> notes) {
        Map<String, Sample> first = new LinkedHashMap<>();
        all.forEach(sample -> first.putIfAbsent(sample.sha256(), sample));
        if (first.size() < all.size()) {
            notes.add("%d of %d samples that could judge are there before: each judges once"
                    .formatted(all.size() - first.size(), all.size()));
        }
        return List.copyOf(first.values());
    }

    /** The share of the commonest label of what judges: what is right without looking. 0 without labels. */
    public double chance() {
        Map<Integer, Integer> counts = new HashMap<>();
        evaluation.forEach(sample -> sample.label().ifPresent(label -> counts.merge(label, 1, Integer::sum)));
        return counts.values().stream().mapToInt(Integer::intValue).max().orElse(0) / (double) evaluation.size();
    }

    /** Of samples, labels and split. */
    public String sha256() {
        MessageDigest digest = Sha256.digest();
        Stream.concat(
                        calibration.stream().map(sample -> "c " + sample.sha256() + sample.label()),
                        evaluation.stream().map(sample -> "e " + sample.sha256() + sample.label()))
                .forEach(line -> digest.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
        return Sha256.hex(digest);
    }

    /** Fisher and Yates. */
    private static List<Sample> drawn(List<Sample> from, int most, String name) {
        List<Sample> mixed = new ArrayList<>(from);
        SplitMix random = SplitMix.named(name);
        for (int i = mixed.size() - 1; i > 0; i--) {
            int at = (int) random.nextBelow(i + 1L);
            Sample kept = mixed.get(i);
            mixed.set(i, mixed.get(at));
            mixed.set(at, kept);
        }
        return List.copyOf(mixed.subList(0, Math.min(most, mixed.size())));
    }
}
