package dev.bascule.scheduling.assign;

import java.util.ArrayList;
import java.util.List;

/** Places of jobs on machines, counted from each machine's last: as many as a machine may well come to need. Immutable. */
final class Places {
    private final List<int[]> places;

    private Places(List<int[]> places) {
        this.places = places;
    }

    /** A machine gets twice its share by how fast it is beside the best of each job, and two more. */
    static Places of(double[][] time) {
        int jobs = time.length;
        int machines = jobs == 0 ? 0 : time[0].length;
        double[] speed = new double[machines];
        double sum = 0;
        for (double[] job : time) {
            double least = Double.POSITIVE_INFINITY;
            for (double each : job) {
                least = Math.min(least, each);
            }
            for (int machine = 0; machine < machines; machine++) {
                double share = Double.isFinite(job[machine]) ? least / job[machine] : 0;
                speed[machine] += share;
                sum += share;
            }
        }
        List<int[]> places = new ArrayList<>();
        for (int machine = 0; machine < machines; machine++) {
            int count = sum > 0 ? (int) Math.min(jobs, Math.ceil(2 * jobs * speed[machine] / sum) + 2) : 0;
            for (int fromLast = 1; fromLast <= count; fromLast++) {
                places.add(new int[] {machine, fromLast});
            }
        }
        return new Places(places);
    }

    int count() {
        return places.size();
    }

    int machine(int place) {
        return places.get(place)[0];
    }

    /** 1 for the last. */
    int fromLast(int place) {
        return places.get(place)[1];
    }
}
