package dev.bascule.prediction.select;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The target with the least time by what is known, and those that may as well be it. Immutable.
 *
 * @param chosen empty where no target is without doubt and within the deadline
 * @param rivals targets whose time may be less than the chosen one's
 * @param others all the rest
 */
public record ForetoldChoice(Optional<Foretold> chosen, List<Foretold> rivals, List<Foretold> others) {

    public ForetoldChoice {
        rivals = List.copyOf(rivals);
        others = List.copyOf(others);
    }

    /**
     * Chooses. What may fail is no choice, what may take longer than the deadline neither.
     *
     * @param deadlineMillis infinitely long where there is none
     */
    public static ForetoldChoice of(List<Foretold> targets, double deadlineMillis) {
        Optional<Foretold> chosen = targets.stream()
                .filter(ForetoldChoice::isSafe)
                .filter(each -> deadlineMillis == Double.POSITIVE_INFINITY || each.high() <= deadlineMillis)
                .min(Comparator.comparingDouble(Foretold::millis));
        List<Foretold> rivals = targets.stream()
                .filter(each -> !Optional.of(each).equals(chosen)
                        && each.millis() < Double.POSITIVE_INFINITY
                        && chosen.map(best -> each.low() < best.high()).orElse(true))
                .sorted(Comparator.comparingDouble(Foretold::millis))
                .toList();
        return new ForetoldChoice(
                chosen,
                rivals,
                targets.stream()
                        .filter(each -> !Optional.of(each).equals(chosen) && !rivals.contains(each))
                        .sorted(Comparator.comparingDouble(Foretold::millis))
                        .toList());
    }

    private static boolean isSafe(Foretold each) {
        return each.knowledge() instanceof Foretold.Measured
                || each.knowledge() instanceof Foretold.Told
                || each.knowledge() instanceof Foretold.Predicted predicted
                        && predicted.doubt().isEmpty();
    }
}
