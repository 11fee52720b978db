package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.WorkerView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Each job, the oldest first, goes to the idle worker whose best backend comes first in a fixed order, whatever the job is: as
 * ONNX Runtime takes the first execution provider of a list that is there, and OpenVINO's AUTO the first device.
 */
public final class FixedPriority implements Policy {
    /** Discrete graphics processors, others, processors for neural networks, then the CPU: the order of OpenVINO's AUTO, by our ids. */
    public static final List<String> USUAL = List.of(
            "tensorrt",
            "cuda",
            "rocm",
            "mps",
            "coreml",
            "directml",
            "webgpu-native",
            "webgpu",
            "qnn",
            "webnn",
            "openvino",
            "cpu",
            "wasm");

    private final List<String> order;

    /** @param order ids of backends, the best first */
    public FixedPriority(List<String> order) {
        this.order = List.copyOf(order);
    }

    @Override
    public String name() {
        return "fixed-priority";
    }

    @Override
    public List<Placement> place(Round round) {
        List<WorkerView> idle = Possible.idle(round);
        // Sorting keeps the order of ids where two are as good.
        idle.sort(Comparator.comparingInt(this::rank));
        List<Placement> placed = new ArrayList<>();
        for (Job job : round.waiting()) {
            if (idle.isEmpty()) {
                break;
            }
            idle.stream()
                    .filter(worker -> Possible.is(round, job, worker))
                    .findFirst()
                    .ifPresent(worker -> {
                        idle.remove(worker);
                        placed.add(new Placement(
                                job.id(),
                                worker.id(),
                                "has %s, the first in the fixed order that is idle".formatted(best(worker))));
                    });
        }
        return placed;
    }

    private int rank(WorkerView worker) {
        for (int at = 0; at < order.size(); at++) {
            if (has(worker, order.get(at))) {
                return at;
            }
        }
        return order.size();
    }

    private String best(WorkerView worker) {
        int rank = rank(worker);
        return rank < order.size() ? order.get(rank) : "no backend of it";
    }

    private static boolean has(WorkerView worker, String backend) {
        return new Requirement.Backend(backend).metBy(worker.inventory());
    }
}
