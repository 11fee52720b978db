package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankRun.Network;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What interfaces counted while each way trained, over what its gradients are: each step adds them up once.
 *
 * @param gradientBytes of all steps of a way, of one rank
 */
record DataTraffic(RankRun run, long gradientBytes) {
    static final double LEAST = 0.99;
    /**
     * Of what is sent where each step talks once; who talks for each part sends nearly twice that. Beside the gradients alone it
     * could not be told: with many ranks their parts are small, and headers and meetings are nearly half as much again.
     */
    private static final double MOST = 1.5;
    /** Of what is sent: headers on a link, and answers. */
    private static final double HEADERS = 1.15;
    /** Bytes of a rank in a step beside its gradients: a ring has some small messages for each other rank, and ranks meet. */
    private static final double OF_EACH_OTHER = 2500;

    private static final double MEETING = 4000;

    private boolean own() {
        return run.network() != Network.SHARED_LOOPBACK;
    }

    /** Empty where one was not counted, or nothing is to be sent. */
    private OptionalDouble ratio(DataPlan.Way way) {
        return sent(way).map(sent -> OptionalDouble.of(sent.ratio())).orElseGet(OptionalDouble::empty);
    }

    Optional<Sent> sent(DataPlan.Way way) {
        return Sent.of(run, way.name(), Collective.ALL_REDUCE.sentBytes(run.ranks(), (double) gradientBytes));
    }

    private static String words(OptionalDouble ratio) {
        return ratio.isPresent() ? String.format(Locale.ROOT, "×%.2f", ratio.getAsDouble()) : "not counted";
    }

    private boolean enough(DataPlan.Way way) {
        OptionalDouble ratio = ratio(way);
        return ratio.isPresent() && ratio.getAsDouble() >= LEAST;
    }

    /** Gradients gathered in silence are held to what talking once a step sends. */
    private boolean tooMuch(DataPlan.Way way) {
        OptionalDouble ratio = ratio(way);
        return own() && !way.equals(DataPlan.ACCUMULATED) && ratio.isPresent() && ratio.getAsDouble() > allowed(way);
    }

    private double allowed(DataPlan.Way way) {
        long steps = run.of(0, RankLine.Step.class).stream()
                .filter(step -> step.way().equals(way.name()))
                .count();
        double beside = steps * run.ranks() * (OF_EACH_OTHER * run.ranks() + MEETING);
        return HEADERS + beside / Collective.ALL_REDUCE.sentBytes(run.ranks(), (double) gradientBytes);
    }

    /** Whether it sent what it must, and was silent where it is to be, as far as that is seen. */
    boolean right(DataPlan.Way way) {
        return enough(way)
                && !tooMuch(way)
                && (!way.equals(DataPlan.ACCUMULATED) || !silence("").broken());
    }

    /** What gradients gathered in silence sent, over what talking once a step did; empty where others' bytes are among it. */
    private OptionalDouble louder() {
        OptionalDouble silent = ratio(DataPlan.ACCUMULATED);
        OptionalDouble once = ratio(DataPlan.DDP);
        return own() && silent.isPresent() && once.isPresent() && once.getAsDouble() > 0
                ? OptionalDouble.of(silent.getAsDouble() / once.getAsDouble())
                : OptionalDouble.empty();
    }

    Finding enough() {
        boolean holds = DataPlan.WAYS.stream().allMatch(way -> enough(way) && !tooMuch(way));
        String seen = "counted over the gradients' bytes: "
                + DataPlan.WAYS.stream()
                        .map(way -> "%s %s".formatted(way.name(), words(ratio(way))))
                        .collect(Collectors.joining(", "))
                + (own() ? String.format(Locale.ROOT, "; ×%.2f allowed", allowed(DataPlan.HAND)) : "");
        return !holds || own()
                ? Invariant.COMMUNICATION.of(holds, seen)
                : Invariant.COMMUNICATION.notJudged(seen + CommJudge.SHARED);
    }

    /** @param ends how far apart both ways end, which is near enough */
    Finding silence(String ends) {
        OptionalDouble louder = louder();
        if (louder.isEmpty()) {
            return Invariant.ACCUMULATION.notJudged(ends
                    + (own()
                            ? "; whether they talked in between was not counted"
                            : "; whether they talked in between is not seen: others use this loopback too"));
        }
        return Invariant.ACCUMULATION.of(
                louder.getAsDouble() <= MOST,
                String.format(
                        Locale.ROOT, "%s; counted over one talk a step: %s, ×%.1f allowed", ends, words(louder), MOST));
    }
}
