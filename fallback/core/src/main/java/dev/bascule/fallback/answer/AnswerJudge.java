package dev.bascule.fallback.answer;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Whether two answers say the same. Stateless. */
public final class AnswerJudge {
    /** How far scores of one answer may lie from those of another: far more than rounding moves them, less than a person would see. */
    private static final double SCORE = 1e-3;
    /** Of two vectors that are the same but for rounding. */
    private static final double COSINE = 0.9999;
    /** Of two boxes of which rounding moved an edge by a pixel. */
    private static final double OVERLAP = 0.8;
    /** By which a box's mean probability changes with a row of pixels. */
    private static final double MOVED_SCORE = 0.05;

    private AnswerJudge() {}

    /** How the one given differs from what is right; empty where it says the same. */
    public static Optional<String> difference(Answer right, Answer given) {
        if (right instanceof Answer.Classes one && given instanceof Answer.Classes other) {
            return classes(one, other);
        }
        if (right instanceof Answer.Text one && given instanceof Answer.Text other) {
            return one.text().equals(other.text())
                    ? score(one.words(), one.confidence(), other.confidence())
                    : Optional.of("it reads %s, not %s".formatted(other.words(), one.words()));
        }
        if (right instanceof Answer.Vector one && given instanceof Answer.Vector other) {
            double cosine = cosine(one.values(), other.values());
            return cosine >= COSINE
                    ? Optional.empty()
                    : Optional.of(
                            String.format(Locale.ROOT, "its vector has a cosine of %.5f with the right one", cosine));
        }
        if (right instanceof Answer.Activity one && given instanceof Answer.Activity other) {
            return activity(one, other);
        }
        if (right instanceof Answer.Boxes one && given instanceof Answer.Boxes other) {
            return boxes(one, other);
        }
        return Optional.of("it is of another kind");
    }

    /** By rank: where two classes are within the limit of each other, either may be first. */
    private static Optional<String> classes(Answer.Classes one, Answer.Classes other) {
        if (one.best().size() != other.best().size()) {
            return Optional.of("it has %d classes, not %d"
                    .formatted(other.best().size(), one.best().size()));
        }
        if (other.best().stream().map(Answer.Scored::index).distinct().count()
                != other.best().size()) {
            return Optional.of("it names a class twice: " + other.words());
        }
        for (int rank = 0; rank < one.best().size(); rank++) {
            Answer.Scored right = one.best().get(rank);
            Answer.Scored given = other.best().get(rank);
            boolean known = one.best().stream()
                    .allMatch(each ->
                            each.index() != given.index() || each.label().equals(given.label()));
            boolean tied = one.best().stream()
                    .anyMatch(named ->
                            named.index() == given.index() && Math.abs(named.score() - right.score()) <= SCORE);
            if (!known
                    || Math.abs(right.score() - given.score()) > SCORE
                    || (right.index() != given.index() && !tied)) {
                return Optional.of("it says %s, not %s".formatted(other.words(), one.words()));
            }
        }
        return Optional.empty();
    }

    /** In any order: which is found first may hang on a pixel. */
    private static Optional<String> boxes(Answer.Boxes one, Answer.Boxes other) {
        if (one.found().equals(other.found())) {
            return Optional.empty();
        }
        BoxPairs pairs = BoxPairs.of(one.found(), other.found());
        boolean same = pairs.oneToOne(OVERLAP)
                && pairs.pairs().stream()
                        .allMatch(pair ->
                                Math.abs(pair.one().score() - pair.other().score())
                                        <= (pair.overlap() > 1 - SCORE ? SCORE : MOVED_SCORE));
        return same ? Optional.empty() : Optional.of("it sees %s, not %s".formatted(other.words(), one.words()));
    }

    private static Optional<String> score(String words, double right, double given) {
        return Math.abs(right - given) <= SCORE
                ? Optional.empty()
                : Optional.of(
                        String.format(Locale.ROOT, "%s with a confidence of %.4f, not %.4f", words, given, right));
    }

    private static Optional<String> activity(Answer.Activity one, Answer.Activity other) {
        boolean same = one.threshold() == other.threshold()
                && one.scores().size() == other.scores().size()
                && IntStream.range(0, one.scores().size())
                        .allMatch(i ->
                                Math.abs(one.scores().get(i) - other.scores().get(i)) <= SCORE);
        return same ? Optional.empty() : Optional.of("it hears %s, not %s".formatted(other.words(), one.words()));
    }

    /** From -1 to 1; 0 where they are of different widths, or one is all zeros. */
    public static double cosine(List<Double> one, List<Double> other) {
        double lengths = Math.sqrt(dot(one, one)) * Math.sqrt(dot(other, other));
        return one.size() != other.size() || lengths == 0 ? 0 : dot(one, other) / lengths;
    }

    private static double dot(List<Double> one, List<Double> other) {
        return IntStream.range(0, Math.min(one.size(), other.size()))
                .mapToDouble(i -> one.get(i) * other.get(i))
                .sum();
    }
}
