package dev.bascule.scheduling.simulate.validate;

/**
 * What queues with Poisson arrivals come to in the end (Kleinrock, Queueing Systems I, 1975): rates per second, times in seconds.
 * Stateless.
 */
public final class ClosedForms {
    private ClosedForms() {}

    /** M/M/1: the mean time in the system, 1 / (µ − λ). */
    public static double mm1InSystem(double arrivals, double services) {
        stable(arrivals / services);
        return 1 / (services - arrivals);
    }

    /**
     * M/G/1: the mean wait by Pollaczek and Khinchine, λ·E[S²] / (2·(1 − ρ)).
     *
     * @param mean of the service time
     * @param variance of it, in square seconds
     */
    public static double mg1Wait(double arrivals, double mean, double variance) {
        double load = arrivals * mean;
        stable(load);
        return arrivals * (variance + mean * mean) / (2 * (1 - load));
    }

    /** M/M/c: the probability that a job waits, by Erlang's C formula. */
    public static double erlangC(double arrivals, double services, int servers) {
        double offered = arrivals / services;
        stable(offered / servers);
        // By the recursion of Erlang B, which stays in range for any number of servers.
        double blocked = 1;
        for (int k = 1; k <= servers; k++) {
            blocked = offered * blocked / (k + offered * blocked);
        }
        double load = offered / servers;
        return blocked / (1 - load * (1 - blocked));
    }

    /** M/M/c: the mean wait. */
    public static double mmcWait(double arrivals, double services, int servers) {
        return erlangC(arrivals, services, servers) / (servers * services - arrivals);
    }

    private static void stable(double load) {
        if (!(load > 0 && load < 1)) {
            throw new IllegalArgumentException("a queue has an end only below full load");
        }
    }
}
