package dev.bascule.cli.pool;

import dev.bascule.prediction.pool.Placement;
import dev.bascule.prediction.pool.PoolTask;
import dev.bascule.prediction.pool.ReplicaOption;
import dev.bascule.prediction.pool.RequestOverhead;
import dev.bascule.studies.pool.PoolHost;
import dev.bascule.studies.pool.PoolRequest;
import dev.bascule.studies.pool.RequestCost;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plans, measures what requests to the planned replicas take beside computing, and plans again with that, until each planned one was
 * measured; or measures the replicas of a plan that is settled. Belongs to one thread; used once.
 */
final class MeasuredPlan {
    /** After so many plans only options that were measured are left: others look better only because nothing is known of them. */
    private static final int MOST_ROUNDS = 3;

    private final ServeRequest requests;
    private final PoolWish wish;
    private final boolean lowMemory;
    private final PoolHost host;
    private final Map<String, RequestOverhead> known = new HashMap<>();
    private final List<String> untold = new ArrayList<>();

    MeasuredPlan(ServeRequest requests, PoolWish wish, boolean lowMemory, PoolHost host) {
        this.requests = requests;
        this.wish = wish;
        this.lowMemory = lowMemory;
        this.host = host;
    }

    /**
     * The pool with the overheads; those of planned options, and of others that were planned on the way.
     *
     * @param asked what the host was made for: in browsers beyond those nothing is planned any more
     */
    FoundPool of(FoundPool found, PoolRequest asked) {
        FoundPool learned = found.with(found.task().only(option -> isOpen(option, asked)));
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Placement> missing = missing(learned);
            if (missing.isEmpty() || Thread.currentThread().isInterrupted()) {
                return learned;
            }
            measure(learned, missing);
            learned = learned.with(learned.task().with(this::with));
        }
        PoolTask measured = learned.task().only(option -> isSettled(option));
        return missing(learned).isEmpty() || !measured.withoutOption().isEmpty() ? learned : learned.with(measured);
    }

    /** The pool with the overheads of placements that are settled, whatever else might be planned with these. */
    FoundPool ofJust(FoundPool found, List<Placement> placements) {
        measure(found, placements);
        return found.with(found.task().with(this::with));
    }

    private static boolean isOpen(ReplicaOption option, PoolRequest asked) {
        return LocalTarget.parse(option.target())
                .map(LocalTarget::key)
                .filter(key -> key.isNative()
                        || asked.models().stream()
                                .flatMap(model -> model.parts().stream())
                                .anyMatch(part ->
                                        part.target().startsWith(key.target().replaceFirst("/.*", "/"))))
                .isPresent();
    }

    private List<Placement> missing(FoundPool found) {
        return ServedPlan.of(found, lowMemory)
                .map(plan -> plan.plan().placements().stream()
                        .filter(each -> !isSettled(each.option()))
                        .toList())
                .orElse(List.of());
    }

    private void measure(FoundPool found, List<Placement> placements) {
        PoolRequest request = requests.ofEach(wish, found, placements);
        List<Optional<RequestCost>> costs = host.costs(request);
        // In the request's order: model by model.
        List<Placement> asked = request.models().stream()
                .flatMap(model ->
                        placements.stream().filter(each -> each.option().model().equals(model.name())))
                .toList();
        for (int i = 0; i < asked.size(); i++) {
            ReplicaOption option = asked.get(i).option();
            Optional<RequestOverhead> overhead = costs.get(i).map(cost -> overhead(cost, option.width()));
            overhead.ifPresentOrElse(beside -> known.put(key(option), beside), () -> untold.add(key(option)));
        }
    }

    private static RequestOverhead overhead(RequestCost cost, int width) {
        double processor = cost.processor().toNanos() / 1e6;
        return new RequestOverhead(
                cost.ways().toNanos() / 1e6,
                Math.max(0, processor - width * cost.computing().toNanos() / 1e6));
    }

    private ReplicaOption with(ReplicaOption option) {
        return Optional.ofNullable(known.get(key(option))).map(option::with).orElse(option);
    }

    private boolean isSettled(ReplicaOption option) {
        return option.overhead().isPresent() || untold.contains(key(option));
    }

    private static String key(ReplicaOption option) {
        return option.model() + "\n" + option.target() + "\n" + option.device();
    }
}
