package dev.bascule.reports.matrix;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.format.Figures;
import java.util.List;

/**
 * What a fallback costs on other machines of the history, where the backend expected is not on this one. It was not measured
 * here: it has a place of its own, says that it is from elsewhere, and enters no cost, score or baseline.
 *
 * @param from the backend that is not here
 * @param to the backend reached
 * @param machines those that tell it, at least one; only such as have both backends, where any has
 */
public record ElsewhereCost(String from, String to, List<OnMachine> machines) {

    /** Where the backend reached was measured; the one expected always was on the other machine. */
    public enum Reached {
        THERE,
        HERE
    }

    /**
     * What one machine tells.
     *
     * @param machine the other one
     * @param ratio how many times as long {@code to} takes as {@code from}
     * @param ci95 its 95 % interval
     * @param reached where {@code to} was measured
     * @param fromEngine with version, such as {@code onnxruntime 1.29.0}
     * @param toEngine likewise
     * @param how it was come by, in words
     */
    public record OnMachine(
            Machine machine,
            double ratio,
            Interval ci95,
            Reached reached,
            String fromEngine,
            String toEngine,
            String how) {}

    public ElsewhereCost {
        machines = List.copyOf(machines);
        if (machines.isEmpty()) {
            throw new IllegalArgumentException("no machine tells what a fallback from " + from + " costs");
        }
    }

    /** Of several machines the geometric mean. */
    public double ratio() {
        return Math.exp(machines.stream()
                .mapToDouble(one -> Math.log(one.ratio()))
                .average()
                .orElseThrow());
    }

    /** Of several machines from the lowest to the highest end of their intervals. */
    public Interval ci95() {
        return new Interval(
                machines.stream().mapToDouble(one -> one.ci95().low()).min().orElseThrow(),
                machines.stream().mapToDouble(one -> one.ci95().high()).max().orElseThrow());
    }

    /** Where the backend reached was measured; of all machines alike. */
    public Reached reached() {
        return machines.get(0).reached();
    }

    /** {@code elsewhere ×12 (9.1–16) the time of cuda, on 1 other machine}. */
    public String words() {
        return "elsewhere %s (%s–%s) the time of %s, on %s%s"
                .formatted(
                        Figures.times(ratio()),
                        Figures.significant(ci95().low()),
                        Figures.significant(ci95().high()),
                        from,
                        Figures.counted(machines.size(), "other machine"),
                        reached() == Reached.HERE ? " against %s here".formatted(to) : "");
    }
}
