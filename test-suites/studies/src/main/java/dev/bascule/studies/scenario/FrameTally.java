package dev.bascule.studies.scenario;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.run.Figure;
import dev.bascule.models.pretrained.Spoken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * When a model says that somebody speaks, beside when somebody does. Samples without anybody are silent all the while.
 *
 * @param labels of each answer
 * @param given of each sample one
 */
record FrameTally(List<LabelledCase> labels, List<Answer.Activity> given) {

    /** Of samples of which some say when somebody speaks; nothing of others. */
    static List<Figure> figures(List<LabelledCase> labels, List<LabelledCase> shuffled, List<List<Answer>> given) {
        List<Answer.Activity> heard = given.stream()
                .map(parts -> parts.get(0))
                .filter(Answer.Activity.class::isInstance)
                .map(Answer.Activity.class::cast)
                .toList();
        if (heard.size() != labels.size()
                || labels.stream().noneMatch(label -> label.spoken().isPresent())) {
            return List.of();
        }
        FrameTally tally = new FrameTally(labels, heard);
        List<Figure> figures = new ArrayList<>();
        figures.add(tally.framesRight("frames right"));
        if (labels.size() >= ErrorRate.FEWEST) {
            figures.add(new FrameTally(shuffled, heard).framesRight("frames right with labels shuffled"));
        }
        tally.errors("onset error", true).ifPresent(figures::add);
        tally.errors("end error", false).ifPresent(figures::add);
        return figures;
    }

    /** The mean over samples: the frames of one hang together. */
    private Figure framesRight(String name) {
        List<Double> each = IntStream.range(0, given.size())
                .mapToObj(i -> framesRight(labels.get(i).spoken(), given.get(i)))
                .toList();
        double mean = each.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return new Figure(name, "1", each, Optional.of(mean), Optional.empty());
    }

    private static double framesRight(Optional<Spoken> truth, Answer.Activity heard) {
        int frames = heard.scores().size();
        long right = IntStream.range(0, frames)
                .filter(frame -> isActive(heard, frame)
                        == truth.filter(spoken -> spoken.isIn(frame)).isPresent())
                .count();
        return frames == 0 ? 0 : (double) right / frames;
    }

    /** How much too late speech was found to begin or to end: negative where too early. Of samples in which some was found. */
    private Optional<Figure> errors(String name, boolean onset) {
        List<Double> each = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            Answer.Activity heard = given.get(i);
            Optional<Spoken> truth = labels.get(i).spoken();
            int[] active = IntStream.range(0, heard.scores().size())
                    .filter(frame -> isActive(heard, frame))
                    .toArray();
            if (truth.isPresent() && active.length > 0) {
                Duration frame = truth.get().frame();
                Duration found =
                        onset ? frame.multipliedBy(active[0]) : frame.multipliedBy(active[active.length - 1] + 1L);
                Duration right = onset ? truth.get().from() : truth.get().to();
                each.add(found.minus(right).toNanos() / 1e6);
            }
        }
        return each.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(name, "ms", each, Optional.of(median(each)), Optional.empty()));
    }

    private static boolean isActive(Answer.Activity heard, int frame) {
        return heard.scores().get(frame) >= heard.threshold();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
