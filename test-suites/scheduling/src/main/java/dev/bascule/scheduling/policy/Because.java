package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** Why a job goes where it goes, in one sentence part. Stateless. */
public final class Because {
    private Because() {}

    /**
     * Of a job that is planned where the plan as a whole is best. A time that is guessed, and one with a credit, is for planning alone and not said.
     *
     * @param taken whether others are planned on a worker, by its place in the round
     * @param rests whether a worker is too hot to be given work
     */
    static String of(Round round, JobCosts cost, int worker, IntPredicate taken, Predicate<WorkerView> rests) {
        if (!(cost.times().get(worker) instanceof ServiceTime.Known here)) {
            return "how long it takes here is not known: this rests on a guess";
        }
        String text = "%s here (%s)".formatted(seconds(here.median()), interval(here));
        int best = quickest(cost);
        boolean all = cost.times().stream().noneMatch(ServiceTime.Unknown.class::isInstance);
        if (!(cost.times().get(best) instanceof ServiceTime.Known there)
                || here.median().compareTo(there.median()) <= 0) {
            return text + (all ? ", no worker is quicker" : ", no worker is known to be quicker");
        }
        return "%s; %s takes %s%s"
                .formatted(
                        text,
                        round.workers().get(best).id(),
                        seconds(there.median()),
                        whyNot(round, cost, worker, best, taken, rests));
    }

    /** How far a time may be off, and what says so. */
    public static String interval(ServiceTime.Known time) {
        String source = switch (time.source()) {
            case MEASURED -> time.rough() ? "by rule of thumb, from one or two measured times" : "from measured times";
            case PREDICTED -> "predicted";
            case ASSUMED -> "assumed";
        };
        return "%s to %s%s%s".formatted(seconds(time.low()), seconds(time.high()), time.rough() ? " " : ", ", source);
    }

    /** The place of the least median that is known; 0 where none is. */
    private static int quickest(JobCosts cost) {
        int best = 0;
        Optional<Duration> least = Optional.empty();
        for (int at = 0; at < cost.times().size(); at++) {
            if (cost.times().get(at) instanceof ServiceTime.Known known
                    && (least.isEmpty() || known.median().compareTo(least.get()) < 0)) {
                best = at;
                least = Optional.of(known.median());
            }
        }
        return best;
    }

    /** Why it is not on the quickest. */
    private static String whyNot(
            Round round, JobCosts cost, int worker, int best, IntPredicate taken, Predicate<WorkerView> rests) {
        WorkerView better = round.workers().get(best);
        if (cost.seconds()[worker] <= cost.seconds()[best]) {
            return ", but what it uses is loaded here";
        }
        if (taken.test(best)) {
            return ", but others are better done there";
        }
        return better.isIdle() ? rests.test(better) ? ", but is too hot" : "" : ", but is busy";
    }

    /** A time for people, to three digits: {@code 4.21 s}. */
    public static String seconds(Duration duration) {
        return seconds(duration.toNanos() / 1e9);
    }

    /** Three digits: {@code 4.21 s}, {@code 130 ms}, {@code 3.4 min}. */
    static String seconds(double seconds) {
        if (seconds < 1) {
            return three(seconds * 1000) + " ms";
        }
        return seconds < 120 ? three(seconds) + " s" : three(seconds / 60) + " min";
    }

    private static String three(double number) {
        return String.format(Locale.ROOT, number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number);
    }
}
