package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.Requirement;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Which of the waiting jobs are planned in one round. As many as there is room for, in turn; of those behind them still as many as there are
 * idle workers, for each set of workers that can do them: else jobs that no idle worker can do would keep all others from those that are idle.
 * For one thread.
 */
final class Window {
    /**
     * Of jobs that ask for the same and are of one kind, so many are looked at in vain, and no more: how many wait then matters little. More
     * than one, since a job that failed somewhere can be done by fewer workers than the others.
     */
    private static final int MOST_REFUSED = 32;

    private final Costs costs;
    private final BitSet idle;
    private final Map<BitSet, Integer> taken = new HashMap<>();
    private final Map<Requirement, Boolean> metByIdle = new HashMap<>();
    private final Map<Asked, Integer> refused = new HashMap<>();
    private int room;

    private record Asked(Requirement where, String kind) {}

    private Window(int room, BitSet idle, Costs costs) {
        this.room = room;
        this.idle = idle;
        this.costs = costs;
    }

    /** The next one alone. */
    static Window ofOne(Costs costs) {
        return new Window(1, new BitSet(), costs);
    }

    /** Of a round: the room that is set, or as many as there are idle workers. */
    static Window of(Round round, int room, Costs costs) {
        BitSet idle = new BitSet();
        for (int at = 0; at < round.workers().size(); at++) {
            idle.set(at, round.workers().get(at).isIdle());
        }
        return new Window(Math.max(room, idle.cardinality()), idle, costs);
    }

    /** Whether it may take a job yet. */
    boolean isOpen() {
        return room > 0 || !idle.isEmpty();
    }

    /** Takes a job, or does not; never one that no worker can do. */
    boolean takes(Job job) {
        Asked asked = new Asked(job.where(), job.kind());
        if (room <= 0
                && (refused.getOrDefault(asked, 0) >= MOST_REFUSED
                        || !metByIdle.computeIfAbsent(job.where(), where -> costs.isMetByAnyOf(idle, where)))) {
            return false;
        }
        JobCosts cost = costs.of(job);
        if (!cost.isPossible()) {
            return false;
        }
        BitSet able = new BitSet();
        for (int at = 0; at < cost.seconds().length; at++) {
            able.set(at, cost.isPossible(at));
        }
        BitSet now = (BitSet) able.clone();
        now.and(idle);
        if (room <= 0 && taken.getOrDefault(able, 0) >= now.cardinality()) {
            refused.merge(asked, 1, Integer::sum);
            return false;
        }
        taken.merge(able, 1, Integer::sum);
        room--;
        return true;
    }
}
