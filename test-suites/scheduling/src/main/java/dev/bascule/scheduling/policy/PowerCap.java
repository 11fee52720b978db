package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Keeps what all workers draw within a cap. A worker that does not know what it draws counts nothing: it cannot be told. Stateless. */
final class PowerCap {
    private PowerCap() {}

    /** The first of these that are within the cap, beside what is busy already. */
    static List<Placement> kept(Round round, AssignmentSettings settings, List<Placement> placements) {
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
        for (Placement placement : placements) {
            double draws = watts.getOrDefault(placement.worker(), 0.0);
            if (draws <= left) {
                left -= draws;
                kept.add(placement);
            }
        }
        return kept;
    }

    private static double watts(WorkerView worker) {
        return worker.condition().watts().orElse(0);
    }
}
