package dev.bascule.cli.pool;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.prediction.pool.Placement;
import dev.bascule.prediction.pool.PlanCheck;
import dev.bascule.prediction.pool.PoolModel;
import dev.bascule.prediction.pool.PoolPlan;
import dev.bascule.prediction.pool.PoolTask;
import dev.bascule.prediction.pool.ReplicaOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Holds a plan from a file against this machine and what is known of it now. Stateless. */
final class HeldPlan {
    private HeldPlan() {}

    /** What the file asks for: its models on its targets. */
    static PoolWish wish(PlanFile file, List<Path> data, double interval) {
        return new PoolWish(
                file.models().stream()
                        .map(model -> new WantedModel(model.reference(), model.rate()))
                        .toList(),
                file.limits(),
                file.memory(),
                List.of(),
                file.placements().stream()
                        .map(PlanFile.Entry::target)
                        .distinct()
                        .toList(),
                interval,
                data);
    }

    /**
     * Whether it was made here. Nothing of what the file says that anything takes is believed.
     *
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID} where it was made on another machine or for another model
     */
    static void require(PlanFile file, FoundPool here) {
        if (!file.machine().equals(here.origin().machine())) {
            throw refused("it was made on another machine, or this one has changed");
        }
        for (PlanFile.Model model : file.models()) {
            Optional<PoolOrigin.Source> source =
                    Optional.ofNullable(here.origin().models().get(model.name()));
            if (source.filter(known -> known.sha256().equals(model.sha256())).isEmpty()) {
                throw refused("%s is another model than the one that was planned".formatted(model.reference()));
            }
        }
    }

    private static Optional<PlanFile.Entry> entry(PlanFile file, ReplicaOption option) {
        return file.placements().stream()
                .filter(each -> each.model().equals(option.model())
                        && each.target().equals(option.target())
                        && each.device().equals(option.device()))
                .findFirst();
    }

    /**
     * The file's plan with what is known here.
     *
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID} where it breaks a limit but that of memory, which makes replicas
     *     come and go, or uses what is not known here
     */
    static ServedPlan plan(PlanFile file, FoundPool here, boolean lowMemory) {
        List<Placement> placements = new ArrayList<>();
        for (PlanFile.Entry each : file.placements()) {
            PoolTask task = here.task();
            ReplicaOption option = task.options().stream()
                    .filter(known -> Objects.equals(entry(file, known), Optional.of(each)))
                    .findFirst()
                    .orElseThrow(() -> refused("%s on %s (%s) is not known here now%s"
                            .formatted(each.model(), each.target(), each.device(), why(here, each))));
            double rate = task.models().stream()
                    .filter(model -> model.name().equals(each.model()))
                    .mapToDouble(PoolModel::rate)
                    .findFirst()
                    .orElseThrow();
            placements.add(new Placement(option, each.replicas(), each.share(), each.share() * rate));
        }
        PoolPlan plan = new PoolPlan(placements, false);
        PoolTask anyMemory = new PoolTask(
                here.task().models(),
                here.task().devices(),
                Optional.empty(),
                here.task().options(),
                here.task().limits());
        List<String> faults = PlanCheck.faults(anyMemory, plan);
        if (!faults.isEmpty()) {
            throw refused("it breaks its limits by what is known here: " + String.join("; ", faults));
        }
        OptionalLong room =
                here.task().host().map(known -> OptionalLong.of(known.bytes())).orElseGet(OptionalLong::empty);
        return new ServedPlan(plan, lowMemory || room.isPresent() && plan.hostBytes() > room.getAsLong());
    }

    private static String why(FoundPool here, PlanFile.Entry each) {
        return here.leftOut().stream()
                .filter(left ->
                        left.model().equals(each.model()) && left.target().equals(each.target()))
                .map(left -> ": " + left.why())
                .findFirst()
                .orElse("");
    }

    private static BasculeException refused(String why) {
        return new BasculeException(
                ErrorCode.RECORD_INVALID,
                "the plan is not served: " + why,
                "plan again: bascule pool plan MODEL[=RATE]… --write-plan FILE");
    }
}
