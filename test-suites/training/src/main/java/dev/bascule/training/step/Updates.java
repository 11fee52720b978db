package dev.bascule.training.step;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.optimizer.Optimizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What a step does to parameters and moments: clipping, accumulation, the optimizer, and leaving all as it was where nothing is due. Belongs to one graph. */
final class Updates {
    private static final String SUM = ".sum";

    private final TrainingPlan plan;
    private final Operators on;
    private final Carried carried;

    Updates(TrainingPlan plan, Operators on, Carried carried) {
        this.plan = plan;
        this.on = on;
        this.carried = carried;
    }

    /**
     * Adds its nodes.
     *
     * @param gradients of this step, by parameter
     * @param scale of the loss that they came of; empty where there is none
     */
    void of(List<Parameter> parameters, Map<String, Symbol> gradients, Optional<LossScale> scale) {
        Map<String, Symbol> unscaled =
                scale.map(each -> each.unscaled(gradients)).orElse(gradients);
        Optional<Symbol> due = plan.accumulation() == 1
                ? Optional.empty()
                : Optional.of(on.graph().input(TrainingGraph.APPLY, DType.FLOAT32, Shape.of()));
        Map<String, Symbol> whole =
                due.map(each -> accumulated(parameters, unscaled, each)).orElse(unscaled);
        Optional<Symbol> finite = scale.map(each -> each.finite(whole));
        Optional<Symbol> takes = due.map(
                        now -> finite.map(each -> on.mul(each, now)).orElse(now))
                .or(() -> finite);
        update(parameters, clipped(whole), takes.map(this::condition));
        scale.ifPresent(each -> each.next(carried, finite.orElseThrow(), due));
        finite.ifPresent(each -> on.graph().output(TrainingGraph.SKIPPED, on.sub(on.scalar(1), takes.orElseThrow())));
    }

    /** The sum of this step and those before, which begins anew after an update. */
    private Map<String, Symbol> accumulated(List<Parameter> parameters, Map<String, Symbol> gradients, Symbol due) {
        Map<String, Symbol> sums = new LinkedHashMap<>();
        Symbol begins = condition(due);
        for (Parameter each : parameters) {
            Symbol before = carried.zeros(each.name() + SUM, each.symbol().shape());
            Symbol share =
                    on.mul(Objects.requireNonNull(gradients.get(each.name()), each.name()), 1.0 / plan.accumulation());
            Symbol sum = on.add(before, share);
            sums.put(each.name(), sum);
            // Chosen, not multiplied by 0: a sum that overflowed must not stay.
            carried.next(each.name() + SUM, on.where(begins, on.scalar(0), sum));
        }
        return sums;
    }

    private Map<String, Symbol> clipped(Map<String, Symbol> gradients) {
        return plan.clip().isEmpty()
                ? gradients
                : GradientClip.byNorm(on, gradients, plan.clip().getAsDouble());
    }

    private void update(List<Parameter> parameters, Map<String, Symbol> gradients, Optional<Symbol> takes) {
        Optimizer optimizer = plan.optimizer();
        Map<String, Symbol> scalars = new LinkedHashMap<>();
        optimizer
                .scalars(1)
                .keySet()
                .forEach(name -> scalars.put(name, on.graph().input(name, DType.FLOAT32, Shape.of())));
        for (Parameter each : parameters) {
            carried.known(each.name(), each.initial());
            Map<String, Symbol> moments = new LinkedHashMap<>();
            for (String moment : optimizer.moments()) {
                moments.put(
                        moment,
                        carried.zeros(each.name() + "." + moment, each.symbol().shape()));
            }
            Symbol gradient = Objects.requireNonNull(gradients.get(each.name()), each.name());
            Optimizer.Update update = optimizer.update(on, each, gradient, moments, scalars);
            carried.next(each.name(), held(takes, update.parameter(), each.symbol()));
            moments.forEach((moment, before) -> carried.next(
                    each.name() + "." + moment,
                    held(takes, Objects.requireNonNull(update.moments().get(moment), moment), before)));
        }
    }

    /** The new value where the update is taken, else the old one. */
    private Symbol held(Optional<Symbol> takes, Symbol next, Symbol before) {
        return takes.map(condition -> on.where(condition, next, before)).orElse(next);
    }

    private Symbol condition(Symbol oneOrZero) {
        return on.graph().op("Greater", List.of(oneOrZero, on.scalar(0.5)));
    }
}
