package dev.bascule.scheduling.simulate.model;

import dev.bascule.scheduling.worker.Inventory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Machines that are alike. Immutable.
 *
 * @param name theirs; workers are called by it and a number
 * @param count how many of them, 1 at least
 * @param lanes how many jobs each does at a time, 1 at least; each lane is one worker
 * @param overhead of each job, from when it is placed to when its work begins
 * @param turnaround from when a job's work ended to when its lane is seen idle
 * @param interference by how much each further busy lane slows down each: the speed is 1 / (1 + interference × (busy lanes − 1)); 0 or more
 * @param keeps how many models or browsers a lane keeps loaded
 * @param detected how long nobody hears of a worker before it is taken for lost
 */
public record Machines(
        String name,
        int count,
        int lanes,
        Inventory inventory,
        Labelled<Distribution> overhead,
        Labelled<Distribution> turnaround,
        Labelled<Double> interference,
        int keeps,
        Labelled<Duration> detected,
        List<Labelled<Fault>> faults,
        Optional<Labelled<Thermal>> thermal,
        Optional<Labelled<Power>> power) {
    public Machines {
        if (count < 1 || lanes < 1 || keeps < 0 || !(interference.value() >= 0)) {
            throw new IllegalArgumentException("a machine at least, with a lane at least, that nothing makes faster");
        }
        faults = List.copyOf(faults);
    }

    /** Machines with one lane, that cost nothing, keep one model and never fail. */
    public static Machines plain(String name, int count, Inventory inventory) {
        return new Machines(
                name,
                count,
                1,
                inventory,
                Labelled.assumed(Distribution.Constant.ZERO),
                Labelled.assumed(Distribution.Constant.ZERO),
                Labelled.assumed(0.0),
                1,
                Labelled.assumed(Duration.ofSeconds(30)),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** With other costs of a job. */
    public Machines costing(Labelled<Distribution> before, Labelled<Distribution> after) {
        return new Machines(
                name, count, lanes, inventory, before, after, interference, keeps, detected, faults, thermal, power);
    }

    /** That keep so many models or browsers loaded. */
    public Machines keeping(int many) {
        return new Machines(
                name,
                count,
                lanes,
                inventory,
                overhead,
                turnaround,
                interference,
                many,
                detected,
                faults,
                thermal,
                power);
    }

    /** With other lanes. */
    public Machines of(int otherLanes, Labelled<Double> otherInterference) {
        return new Machines(
                name,
                count,
                otherLanes,
                inventory,
                overhead,
                turnaround,
                otherInterference,
                keeps,
                detected,
                faults,
                thermal,
                power);
    }

    /** With other ways to fail. */
    public Machines failing(Labelled<Duration> otherDetected, List<Labelled<Fault>> otherFaults) {
        return new Machines(
                name,
                count,
                lanes,
                inventory,
                overhead,
                turnaround,
                interference,
                keeps,
                otherDetected,
                otherFaults,
                thermal,
                power);
    }

    /** That draw power and grow warm. */
    public Machines heated(Optional<Labelled<Thermal>> otherThermal, Optional<Labelled<Power>> otherPower) {
        return new Machines(
                name,
                count,
                lanes,
                inventory,
                overhead,
                turnaround,
                interference,
                keeps,
                detected,
                faults,
                otherThermal,
                otherPower);
    }
}
