package dev.bascule.studies.quantization;

import dev.bascule.fallback.measure.Samples;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One variant measured on one target, as it was seen: what follows from it is made anew each time. Immutable, and what a
 * {@link PointFile} keeps.
 *
 * @param target its id
 * @param variant name of the method, or {@link Variant#ORIGINAL}
 * @param sha256 of the variant's file
 * @param bytes of it
 * @param deflated the same deflated (zlib's level 6)
 * @param answers for each sample that judges, in order
 * @param timing blocks
 * @param cost what else it took
 * @param placing where it ran
 * @param notes for the reader
 * @param commonest what it says most often; empty of what has no classes
 */
public record Point(
        String target,
        String variant,
        String sha256,
        long bytes,
        long deflated,
        List<SampleAnswer> answers,
        Timing timing,
        Cost cost,
        Placing placing,
        List<String> notes,
        Optional<Commonest> commonest) {

    /** Of what has no classes. */
    public Point(
            String target,
            String variant,
            String sha256,
            long bytes,
            long deflated,
            List<SampleAnswer> answers,
            Timing timing,
            Cost cost,
            Placing placing,
            List<String> notes) {
        this(target, variant, sha256, bytes, deflated, answers, timing, cost, placing, notes, Optional.empty());
    }

    /** @throws IllegalArgumentException for figures that cannot be, as of a file that somebody changed */
    public Point {
        if (bytes <= 0 || deflated < 0 || answers.isEmpty()) {
            throw new IllegalArgumentException(
                    "no point has %d bytes, %d deflated and %d answers".formatted(bytes, deflated, answers.size()));
        }
        answers = List.copyOf(answers);
        notes = List.copyOf(notes);
    }

    /** Whether it can be a variant's on a target: judged by so many samples, and timed in so many pairs of blocks. */
    boolean isOf(String there, Variant of, int samples, int pairs) {
        boolean isOriginal = variant.equals(Variant.ORIGINAL);
        return target.equals(there)
                && variant.equals(of.name())
                && of.made().map(made -> made.artifact().bytes() == bytes).orElse(false)
                && answers.size() == samples
                && timing.base().size() == (isOriginal ? 0 : pairs)
                && (isOriginal || timing.own().size() == pairs);
    }

    /** Of how many rows or frames the answers of a sample are at least. */
    int fewestPlaces() {
        return answers.stream().mapToInt(SampleAnswer::places).min().orElse(1);
    }

    int mostPlaces() {
        return answers.stream().mapToInt(SampleAnswer::places).max().orElse(1);
    }

    boolean isAgain() {
        return variant.startsWith(Variant.AGAIN);
    }

    /**
     * Milliseconds in blocks, measured in turn (ABBA).
     *
     * @param own blocks of it
     * @param base the unquantised model's beside them; empty where it is that itself
     */
    public record Timing(List<List<Double>> own, List<List<Double>> base) {
        public Timing {
            own = own.stream().map(List::copyOf).toList();
            base = base.stream().map(List::copyOf).toList();
            if (own.isEmpty() || Stream.concat(own.stream(), base.stream()).anyMatch(block -> !isTimed(block))) {
                throw new IllegalArgumentException("no block is without times, or has one below 0");
            }
        }

        private static boolean isTimed(List<Double> block) {
            return !block.isEmpty() && block.stream().allMatch(each -> Double.isFinite(each) && each >= 0);
        }

        static List<List<Double>> blocks(List<Samples> blocks) {
            return blocks.stream()
                    .map(block ->
                            java.util.Arrays.stream(block.millis()).boxed().toList())
                    .toList();
        }

        static List<Samples> samples(List<List<Double>> blocks) {
            return blocks.stream()
                    .map(block -> Samples.ofMillis(
                            block.stream().mapToDouble(Double::doubleValue).toArray()))
                    .toList();
        }

        List<Samples> ownBlocks() {
            return samples(own);
        }

        List<Samples> baseBlocks() {
            return samples(base);
        }

        public Samples all() {
            return Samples.concat(ownBlocks());
        }
    }

    /**
     * What it took besides.
     *
     * @param fetchMs getting the bytes
     * @param createMs creating the session
     * @param firstMs the first inference
     * @param memoryBytes what its processes grew by at most
     * @param memoryWords which counter said so, or why nobody knows
     * @param joules of an inference
     * @param energyWords the same of energy
     */
    public record Cost(
            Optional<Double> fetchMs,
            Optional<Double> createMs,
            Optional<Double> firstMs,
            Optional<Long> memoryBytes,
            String memoryWords,
            Optional<Double> joules,
            String energyWords) {}

    /**
     * Where it ran, as judged.
     *
     * @param proof {@code PROVEN}, {@code REPORTED} or {@code UNKNOWN}
     * @param there nodes on the backend that was asked for
     * @param nodes all of them
     * @param byBackend how many where
     * @param words for the reader
     * @param precision what the engine's record shows of it
     */
    public record Placing(
            String proof, int there, int nodes, Map<String, Integer> byBackend, String words, Precision precision) {
        /** From the surest on. */
        private static final List<String> PROOFS = List.of("PROVEN", "REPORTED", "UNKNOWN");

        public Placing {
            if (!PROOFS.contains(proof) || there < 0 || nodes < there) {
                throw new IllegalArgumentException("no record is %s of %d of %d nodes".formatted(proof, there, nodes));
            }
            byBackend = Collections.unmodifiableMap(new TreeMap<>(byBackend));
        }

        boolean isProven() {
            return proof.equals("PROVEN");
        }

        /** Whether where it ran is known less surely than of another: by the class of proof, or without nodes beside some. */
        boolean isLessSureThan(Placing other) {
            return PROOFS.indexOf(proof) > PROOFS.indexOf(other.proof) || nodes == 0 && other.nodes > 0;
        }

        /** The share of nodes that stayed; 1 of a record without nodes. */
        double share() {
            return nodes == 0 ? 1 : (double) there / nodes;
        }
    }

    /**
     * What is known of the precision that was computed in.
     *
     * @param credit whether the engine's record shows it
     * @param words what is claimed, and why it has credit or none
     */
    public record Precision(boolean credit, String words) {}
}
