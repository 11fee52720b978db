package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.time.ServiceTime;
import java.util.List;

/**
 * Times for cells that nobody knows, to place by and not to show: the kind's mean moved by how much slower the worker is than others on the kinds that
 * are known there, all in logarithms. Immutable.
 *
 * @param slower of each worker
 * @param typical of any kind
 */
record Guesses(double[] slower, double typical) {

    /** From what is known of each kind, by worker; a second where nothing is known at all, for it must begin somewhere. */
    static Guesses of(List<List<ServiceTime>> kinds, int workers) {
        double[] sum = new double[workers];
        int[] count = new int[workers];
        double means = 0;
        int known = 0;
        for (List<ServiceTime> kind : kinds) {
            double mean = meanLog(kind);
            if (Double.isNaN(mean)) {
                continue;
            }
            means += mean;
            known++;
            for (int worker = 0; worker < workers; worker++) {
                if (kind.get(worker) instanceof ServiceTime.Known each) {
                    sum[worker] += log(each) - mean;
                    count[worker]++;
                }
            }
        }
        double[] slower = new double[workers];
        for (int worker = 0; worker < workers; worker++) {
            slower[worker] = count[worker] == 0 ? 0 : sum[worker] / count[worker];
        }
        return new Guesses(slower, known == 0 ? 0 : means / known);
    }

    /** Of one kind, for each worker, whatever is known there. */
    double[] seconds(List<ServiceTime> kind) {
        double sum = 0;
        int count = 0;
        for (int worker = 0; worker < slower.length; worker++) {
            if (kind.get(worker) instanceof ServiceTime.Known each) {
                sum += log(each) - slower[worker];
                count++;
            }
        }
        double level = count == 0 ? typical : sum / count;
        double[] seconds = new double[slower.length];
        for (int worker = 0; worker < slower.length; worker++) {
            seconds[worker] = Math.max(Costs.LEAST, Math.exp(level + slower[worker]));
        }
        return seconds;
    }

    private static double meanLog(List<ServiceTime> kind) {
        return kind.stream()
                .filter(ServiceTime.Known.class::isInstance)
                .mapToDouble(time -> log((ServiceTime.Known) time))
                .average()
                .orElse(Double.NaN);
    }

    private static double log(ServiceTime.Known time) {
        return Math.log(Math.max(Costs.LEAST, Costs.seconds(time.median())));
    }
}
