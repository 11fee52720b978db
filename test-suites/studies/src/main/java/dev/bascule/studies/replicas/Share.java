package dev.bascule.studies.replicas;

import dev.bascule.fallback.runner.WireTraffic;
import java.time.Duration;
import java.util.Optional;

/**
 * What became of one replica's part of one round. Immutable.
 *
 * @param rank from 0 on
 * @param samples that it was asked for; 0 where it was not asked
 * @param pieces in which it was to compute them: one, but for who takes over another's share
 * @param times of a gradient that came in time
 * @param words why it was not added up; empty of what was
 */
public record Share(int rank, Fate fate, int samples, int pieces, Optional<Times> times, String words) {

    /** Whether its gradient was added up. */
    public enum Fate {
        TAKEN("taken"),
        LATE("late"),
        /** It died or failed meanwhile. */
        LOST("lost"),
        /** It was not asked: still at an earlier round, or just being started again. */
        AWAY("away"),
        /** It is not started again any more. */
        OUT("left out"),
        /** What it brought is no gradient of this round. */
        UNSOUND("unsound");

        private final String word;

        Fate(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * Where the time went.
     *
     * @param feed making tensors of what it was fed, by the runner's clock
     * @param compute forward, backward and the gradients on the CPU, by the runner's clock
     * @param readBack what else it was asked for, by the runner's clock
     * @param transfer the rest, by the host's clock: both ways, and what lies between
     * @param idle what it then waited for the others
     * @param traffic of its connection meanwhile
     */
    public record Times(
            Duration feed,
            Duration compute,
            Duration readBack,
            Duration transfer,
            Duration idle,
            Optional<WireTraffic> traffic) {

        /** From the question to the answer. */
        public Duration whole() {
            return feed.plus(compute).plus(readBack).plus(transfer);
        }
    }
}
