package dev.bascule.studies.scenario;

import dev.bascule.fallback.answer.AnswerJudge;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What sounds that were heard come to.
 *
 * @param wakes whether the phrase is said in each
 * @param heard what was heard of them, perhaps of fewer
 * @param reference what native CPU heard of them; empty where it is native CPU
 */
record WakeTally(List<Boolean> wakes, List<Heard> heard, Optional<List<Heard>> reference) {
    private static final int TOLD = 3;

    WakeTally {
        wakes = List.copyOf(wakes.subList(0, heard.size()));
        heard = List.copyOf(heard);
    }

    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        if (heard.isEmpty()) {
            return figures;
        }
        List<Boolean> right = right(wakes, heard);
        figures.add(Proportion.figure("right answers", right));
        if (heard.size() >= ErrorRate.FEWEST) {
            figures.add(
                    Proportion.figure("right answers with labels shuffled", right(Proportion.shuffled(wakes), heard)));
        }
        wrongs("phrases missed", true).ifPresent(figures::add);
        wrongs("woken by something else", false).ifPresent(figures::add);
        reference
                .filter(other -> !other.isEmpty())
                .ifPresent(other -> figures.addAll(Proportion.beside(right, right(wakes, other), "sounds")));
        for (Heard.Part part : Heard.Part.values()) {
            figures.add(Figure.ofTimes(
                    "a frame of 80 ms: " + part.words(),
                    Samples.ofMillis(
                            heard.stream().mapToDouble(one -> one.aFrame(part)).toArray())));
        }
        figures.add(realTime());
        return figures;
    }

    /** Of the three models alone: the ways are of this kind of measuring. */
    private Figure realTime() {
        List<Double> each = heard.stream()
                .map(one ->
                        (one.aFrame(Heard.Part.MEL) + one.aFrame(Heard.Part.EMBEDDING) + one.aFrame(Heard.Part.WORD))
                                / Heard.FRAME.toMillis())
                .toList();
        double mean = each.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return new Figure("real-time factor of the models", "1", each, Optional.of(mean), Optional.empty());
    }

    private static List<Boolean> right(List<Boolean> truths, List<Heard> heard) {
        return IntStream.range(0, Math.min(truths.size(), heard.size()))
                .mapToObj(i -> truths.get(i) == heard.get(i).wakes())
                .toList();
    }

    /** The share that is wrong of those in which the phrase is said, or is not; empty where there is none. */
    private Optional<Figure> wrongs(String name, boolean said) {
        List<Boolean> wrong = IntStream.range(0, heard.size())
                .filter(i -> wakes.get(i) == said)
                .mapToObj(i -> heard.get(i).wakes() != said)
                .toList();
        return wrong.isEmpty() ? Optional.empty() : Optional.of(Proportion.figure(name, wrong));
    }

    /** Why the target is wrong; empty where its scores are native CPU's but for rounding. */
    Optional<ScenarioFailure> otherwise() {
        List<Heard> there = reference.orElse(List.of());
        int both = Math.min(heard.size(), there.size());
        List<Integer> differing = IntStream.range(0, both)
                .filter(i -> AnswerJudge.difference(
                                there.get(i).activity(), heard.get(i).activity())
                        .isPresent())
                .boxed()
                .toList();
        return differing.stream()
                .findFirst()
                .map(i -> ScenarioFailure.wrong(String.format(
                        Locale.ROOT,
                        "%d of %d sounds are not heard as native CPU hears them: the highest score of sound %d is %.4f here and %.4f there",
                        differing.size(),
                        both,
                        i + 1,
                        heard.get(i).highest(),
                        there.get(i).highest())));
    }

    /** Some of the sounds that were taken for something else. */
    List<String> notes() {
        return IntStream.range(0, heard.size())
                .filter(i -> wakes.get(i) != heard.get(i).wakes())
                .limit(TOLD)
                .mapToObj(i -> String.format(
                        Locale.ROOT,
                        "sound %d %s the phrase, and its highest score is %.3f",
                        i + 1,
                        wakes.get(i) ? "is" : "is not",
                        heard.get(i).highest()))
                .toList();
    }
}
