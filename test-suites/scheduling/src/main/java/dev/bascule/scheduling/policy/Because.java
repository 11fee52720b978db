package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.Locale;

/** Why a job goes where it goes, in one sentence part. Stateless. */
public final class Because {
    private Because() {}

    static String of(Round round, JobCosts cost, int worker) {
        if (cost.isGuess(worker)) {
            return "nobody knows how long it takes here; guessed %s".formatted(seconds(cost.seconds()[worker]));
        }
        int best = 0;
        for (int at = 1; at < cost.seconds().length; at++) {
            if (cost.seconds()[at] < cost.seconds()[best]) {
                best = at;
            }
        }
        String here = expected(cost, worker);
        if (cost.seconds()[worker] <= cost.seconds()[best]) {
            return here + ", no worker is quicker";
        }
        WorkerView better = round.workers().get(best);
        return "%s; %s takes %s, but others are better done there"
                .formatted(here, better.id(), seconds(cost.seconds()[best]));
    }

    private static String expected(JobCosts cost, int worker) {
        return cost.times().get(worker) instanceof ServiceTime.Known known
                ? "%s here (%s to %s, %s)"
                        .formatted(
                                seconds(known.median()),
                                seconds(known.low()),
                                seconds(known.high()),
                                known.source().name().toLowerCase(Locale.ROOT))
                : seconds(cost.seconds()[worker]) + " here";
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
