package dev.bascule.execution.attempt;

import dev.bascule.models.zoo.SplitMix;

/** A simulated processor that runs for a while, and then stands still for a while, whoever is on it. Belongs to one thread. */
final class StallingMachine {
    private final SplitMix random;
    private final Noise noise;
    private double untilStall;

    /**
     * How it stalls.
     *
     * @param runMs how long it runs on average
     * @param stallMs how long it then stands still on average; 0 for never
     * @param heavy whether few stalls are far longer than most (Pareto, 1.3)
     */
    record Noise(double runMs, double stallMs, boolean heavy) {}

    StallingMachine(Noise noise, String seed) {
        this.noise = noise;
        this.random = SplitMix.named(seed);
        this.untilStall = exponential(noise.runMs());
    }

    /** How long work takes that needs so much of the processor. */
    double run(double cpuMs) {
        double wall = cpuMs;
        double left = cpuMs;
        while (noise.stallMs() > 0 && left >= untilStall) {
            left -= untilStall;
            wall += stall();
            untilStall = exponential(noise.runMs());
        }
        untilStall -= noise.stallMs() > 0 ? left : 0;
        return wall;
    }

    private double stall() {
        double tail = 1.3;
        return noise.heavy()
                ? noise.stallMs() * (tail - 1) / tail * Math.pow(1 - random.nextFloat(), -1 / tail)
                : exponential(noise.stallMs());
    }

    private double exponential(double mean) {
        return -mean * Math.log(1 - random.nextFloat());
    }
}
