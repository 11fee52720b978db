package dev.bascule.studies.replicas;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;

/** Gathers what replicas show of what they were fed and what they brought. Belongs to the host's thread. */
final class Watch {
    private final Map<Integer, List<Map<String, Tensor>>> before = new HashMap<>();
    private final List<String> unsound = new ArrayList<>();
    private final List<String> otherSamples = new ArrayList<>();
    private final SortedMap<Long, SortedMap<Integer, Set<String>>> held = new TreeMap<>();
    private final SortedMap<Long, String> given = new TreeMap<>();
    private int fedRounds;
    private int fedAsked;
    private int fedAnswers;
    private int fedSamples;
    private int wholeRounds;
    private int gradients;

    /**
     * Why these gradients are none of this round; empty where they may be.
     *
     * @param outputs of each piece
     * @param fed what the session was to compute each with
     */
    Optional<String> unsound(
            int rank, long step, List<Map<String, Tensor>> outputs, IntFunction<Map<String, Tensor>> fed) {
        List<Map<String, Tensor>> earlier =
                Optional.ofNullable(before.put(rank, outputs)).orElse(List.of());
        gradients += outputs.size();
        Optional<String> why = outputs.stream()
                .map(Watch::numbers)
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> outputs.stream()
                        .filter(earlier::contains)
                        .findFirst()
                        .map(same -> "its gradients and its loss are, bit for bit, those of the round before"))
                .or(() -> twice(outputs, fed)
                        ? Optional.of("gradients and loss of two of its pieces are, bit for bit, the same")
                        : Optional.empty());
        why.ifPresent(words -> unsound.add("replica %d, step %d: %s".formatted(rank, step, words)));
        return why;
    }

    /** Whether two pieces have the same outputs, though not the same samples. */
    private static boolean twice(List<Map<String, Tensor>> outputs, IntFunction<Map<String, Tensor>> fed) {
        for (int i = 1; i < outputs.size(); i++) {
            int first = outputs.indexOf(outputs.get(i));
            if (first < i && !fed.apply(first).equals(fed.apply(i))) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> numbers(Map<String, Tensor> outputs) {
        boolean zeros = true;
        for (Map.Entry<String, Tensor> each : outputs.entrySet()) {
            FloatBuffer values = each.getValue().data().asFloatBuffer();
            while (values.hasRemaining()) {
                float value = values.get();
                if (!Float.isFinite(value)) {
                    return Optional.of("'%s' is no number somewhere".formatted(each.getKey()));
                }
                zeros &= value == 0 || each.getKey().equals(TrainingGraph.LOSS);
            }
        }
        return zeros ? Optional.of("all its gradients are zero") : Optional.empty();
    }

    /**
     * What replicas say that they were fed in one round.
     *
     * @param batch the whole one
     * @param said what each brought back of each piece, by rank
     * @param allotment what each was to have
     */
    void fed(
            long step,
            Map<String, Tensor> batch,
            SortedMap<Integer, List<Map<String, Tensor>>> said,
            Allotment allotment) {
        fedRounds++;
        fedAsked += allotment.count();
        int before = otherSamples.size();
        Map<String, Integer> left = new HashMap<>();
        rows(tensor(batch, TrainingGraph.SAMPLES), tensor(batch, TrainingGraph.TARGETS))
                .forEach(row -> left.merge(row, 1, Integer::sum));
        said.forEach((rank, states) -> {
            List<Piece> pieces = allotment.of(rank);
            for (int i = 0; i < Math.max(pieces.size(), states.size()); i++) {
                if (i >= pieces.size() || i >= states.size()) {
                    otherSamples.add("replica %d, step %d: %d pieces in the place of %d"
                            .formatted(rank, step, states.size(), pieces.size()));
                    return;
                }
                piece(step, rank, states.get(i), pieces.get(i), left);
            }
        });
        boolean all = said.keySet().containsAll(allotment.pieces().keySet()) && allotment.isWhole();
        if (!all || otherSamples.size() > before) {
            return;
        }
        int nobodys = left.values().stream().mapToInt(Integer::intValue).sum();
        if (nobodys > 0) {
            otherSamples.add("step %d: %d samples of the batch are with no replica".formatted(step, nobodys));
        } else {
            wholeRounds++;
        }
    }

    /** @param left of the batch so far, by row */
    private void piece(long step, int rank, Map<String, Tensor> state, Piece piece, Map<String, Integer> left) {
        Tensor targets = tensor(state, TrainingGraph.TARGETS + TrainingGraph.NEXT);
        List<String> rows = rows(tensor(state, TrainingGraph.SAMPLES + TrainingGraph.NEXT), targets);
        List<String> own = rows.subList(0, Math.min(piece.samples(), rows.size()));
        fedAnswers++;
        fedSamples += own.size();
        long strange = own.stream()
                .filter(row -> left.merge(row, -1, Integer::sum) < 0)
                .count();
        if (strange > 0 || rows.size() != piece.size()) {
            otherSamples.add("replica %d, step %d: %d of its %d samples are none that was left of the batch"
                    .formatted(rank, step, strange, own.size()));
        } else if (weighs(targets, piece)) {
            otherSamples.add("replica %d, step %d: what its %d samples were filled up with has targets"
                    .formatted(rank, step, own.size()));
        }
    }

    /** Whether a sample that a piece was filled up with adds something. */
    private static boolean weighs(Tensor targets, Piece piece) {
        FloatBuffer values = targets.data().asFloatBuffer();
        int width = values.remaining() / piece.size();
        for (int i = piece.samples() * width; i < values.limit(); i++) {
            if (values.get(i) != 0) {
                return true;
            }
        }
        return false;
    }

    private static Tensor tensor(Map<String, Tensor> from, String name) {
        return Objects.requireNonNull(from.get(name), name);
    }

    /** A hash of each sample with its target. */
    private static List<String> rows(Tensor samples, Tensor targets) {
        int count = Math.toIntExact(samples.shape().dims().get(0));
        List<String> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            MessageDigest digest = Sha256.digest();
            digest.update(row(samples, row, count));
            digest.update(row(targets, row, count));
            rows.add(Sha256.hex(digest));
        }
        return rows;
    }

    private static ByteBuffer row(Tensor tensor, int row, int count) {
        ByteBuffer data = tensor.data();
        int width = data.remaining() / count;
        return data.slice(row * width, width);
    }

    /** The parameters that the host gave out after a step. */
    void given(long after, Map<String, Tensor> parameters) {
        given.put(after, hash(parameters, ""));
    }

    /** The parameters that a replica says it computed with, after a step. */
    void held(long after, int rank, Map<String, Tensor> state) {
        Map<String, Tensor> own = new HashMap<>(state);
        own.remove(TrainingGraph.SAMPLES + TrainingGraph.NEXT);
        own.remove(TrainingGraph.TARGETS + TrainingGraph.NEXT);
        held.computeIfAbsent(after, any -> new TreeMap<>())
                .computeIfAbsent(rank, any -> new TreeSet<>())
                .add(hash(own, TrainingGraph.NEXT));
    }

    /** @param ending which each name has */
    static String hash(Map<String, Tensor> parameters, String ending) {
        MessageDigest digest = Sha256.digest();
        for (String name : new TreeSet<>(parameters.keySet())) {
            digest.update(name.substring(0, name.length() - ending.length()).getBytes(UTF_8));
            digest.update(tensor(parameters, name).data());
        }
        return Sha256.hex(digest);
    }

    /** Replicas that did not have what was given out, and when. */
    List<String> otherParameters() {
        List<String> other = new ArrayList<>();
        given.forEach((after, hash) -> held.getOrDefault(after, new TreeMap<>()).forEach((rank, own) -> {
            if (!own.equals(Set.of(hash))) {
                other.add("replica %d, after step %d".formatted(rank, after));
            }
        }));
        return other;
    }

    /** How many replicas showed their parameters, by the step after which they were asked. */
    SortedMap<Long, Integer> shown() {
        SortedMap<Long, Integer> shown = new TreeMap<>();
        given.keySet()
                .forEach(after -> shown.put(
                        after, held.getOrDefault(after, new TreeMap<>()).size()));
        return shown;
    }

    List<String> unsound() {
        return List.copyOf(unsound);
    }

    /** Gradients that were looked at. */
    int gradients() {
        return gradients;
    }

    List<String> otherSamples() {
        return List.copyOf(otherSamples);
    }

    /** Rounds in which replicas were asked for what they were fed. */
    int fedRounds() {
        return fedRounds;
    }

    /** Pieces that they were asked for in them. */
    int fedAsked() {
        return fedAsked;
    }

    /** Pieces of which they said what they were fed. */
    int fedAnswers() {
        return fedAnswers;
    }

    /** Samples that came back so. */
    int fedSamples() {
        return fedSamples;
    }

    /** Rounds of those in which all said it, and it was the batch. */
    int wholeRounds() {
        return wholeRounds;
    }
}
