package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Keeps what all workers draw within a cap. A worker that does not know what it draws counts nothing: it cannot be told. Stateless. */
final class PowerCap {
    private PowerCap() {}

    /**
     * Those of these that are within the cap, beside what is busy already: the first of them that fit. Where one that waited long does not fit, no
     * other begins, so that what runs ends and makes room for it; else small ones would take all that becomes free, for ever. One that would not
     * fit even alone holds nobody up.
     *
     * @param waitedLong the jobs that waited long enough: they are admitted before all others, who waited longest first
     */
    static List<Placement> kept(
            Round round, AssignmentSettings settings, List<Placement> placements, Map<JobId, Duration> waitedLong) {
        OptionalDouble cap = settings.powerCap();
        if (cap.isEmpty()) {
            return placements;
        }
        double left = cap.getAsDouble()
                - round.workers().stream()
                        .filter(worker -> !worker.isIdle())
                        .mapToDouble(PowerCap::watts)
                        .sum();
        Map<WorkerId, Double> watts =
                round.workers().stream().collect(Collectors.toMap(WorkerView::id, PowerCap::watts));
        List<Placement> kept = new ArrayList<>();
        List<Placement> inTurn = placements.stream()
                .sorted(Comparator.comparing(
                        (Placement each) -> waitedLong.getOrDefault(each.job(), Duration.ZERO),
                        Comparator.reverseOrder()))
                .toList();
        for (Placement placement : inTurn) {
            double draws = watts.getOrDefault(placement.worker(), 0.0);
            if (draws <= left) {
                left -= draws;
                kept.add(placement);
            } else if (waitedLong.containsKey(placement.job()) && draws <= cap.getAsDouble()) {
                break;
            }
        }
        return kept;
    }

    private static double watts(WorkerView worker) {
        return worker.condition().watts().orElse(0);
    }
}
