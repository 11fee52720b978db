package dev.bascule.fallback.answer;

import dev.bascule.fallback.answer.Answer.Box;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Non-maximum suppression, class by class. Stateless. */
final class LikeliestBoxes {
    private static final int CORNERS = 4;

    private LikeliestBoxes() {}

    private record Found(Box box, int kind, int place) {}

    static Answer.Boxes of(AnswerSpec.Boxes spec, double[] scores, double[] corners) {
        int places = corners.length / CORNERS;
        if (places == 0 || corners.length % CORNERS != 0 || scores.length % places != 0) {
            throw new IllegalArgumentException(
                    "%d scores are not those of %d corners".formatted(scores.length, corners.length));
        }
        int kinds = scores.length / places;
        List<Found> found = new ArrayList<>();
        for (int kind = 1; kind < kinds; kind++) {
            found.addAll(ofKind(spec, kind, kinds, scores, corners));
        }
        return new Answer.Boxes(found.stream()
                .sorted(Comparator.comparingDouble((Found one) -> -one.box().score())
                        .thenComparingInt(Found::kind)
                        .thenComparingInt(Found::place))
                .map(Found::box)
                .toList());
    }

    /** The likeliest first; of equal ones the lower place. */
    private static List<Found> ofKind(AnswerSpec.Boxes spec, int kind, int kinds, double[] scores, double[] corners) {
        List<Found> kept = new ArrayList<>();
        IntStream.range(0, scores.length / kinds)
                .filter(place -> scores[place * kinds + kind] > spec.threshold())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer place) -> -scores[place * kinds + kind]))
                .limit(spec.most())
                .map(place -> new Found(box(spec, kind, scores[place * kinds + kind], corners, place), kind, place))
                .forEach(one -> {
                    if (kept.stream().allMatch(other -> one.box().overlap(other.box()) <= spec.overlap())) {
                        kept.add(one);
                    }
                });
        return kept;
    }

    private static Box box(AnswerSpec.Boxes spec, int kind, double score, double[] corners, int place) {
        double[] at = Arrays.copyOfRange(corners, place * CORNERS, (place + 1) * CORNERS);
        if (!Arrays.stream(at).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("'%s' has a corner that is no number".formatted(spec.boxes()));
        }
        String label = kind < spec.labels().size() ? spec.labels().get(kind) : Integer.toString(kind);
        return new Box(
                within(at[0]) * spec.width(),
                within(at[1]) * spec.height(),
                within(at[2]) * spec.width(),
                within(at[3]) * spec.height(),
                label,
                score);
    }

    private static double within(double share) {
        return Math.max(0, Math.min(1, share));
    }
}
