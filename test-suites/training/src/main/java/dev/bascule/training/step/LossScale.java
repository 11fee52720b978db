package dev.bascule.training.step;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The scale of the loss in mixed precision, kept on the device and found as PyTorch's GradScaler finds it: halved by a step whose gradients overflow, which
 * changes no parameter, and doubled after 2,000 steps without one. The host's count of steps, on which corrections of bias rest, goes on all the same.
 * Belongs to one graph.
 */
final class LossScale {
    private static final String SCALE = TrainingGraph.LOSS_SCALE;
    private static final String GOOD = "loss_scale.good";
    /** Below PyTorch's 65,536, by which the first gradients of small networks overflow: a first step that is skipped shows nothing. */
    private static final float FIRST = 1024;

    private static final double GROWTH = 2;
    private static final double BACKOFF = 0.5;
    private static final double INTERVAL = 2000;
    /** What no sum of finite gradients comes to that is worth a step. */
    private static final double OVERFLOW = 1e37;

    private final Operators on;
    private final Symbol scale;
    private final Symbol good;

    private LossScale(Operators on, Symbol scale, Symbol good) {
        this.on = on;
        this.scale = scale;
        this.good = good;
    }

    static LossScale begin(Operators on, Carried carried) {
        return new LossScale(
                on, carried.begin(SCALE, Tensor.floats(Shape.of(), FIRST)), carried.zeros(GOOD, Shape.of()));
    }

    /** What the gradient of the loss by itself is taken for. */
    Symbol scale() {
        return scale;
    }

    /** The gradients as they would be without a scale. */
    Map<String, Symbol> unscaled(Map<String, Symbol> gradients) {
        Symbol factor = on.reciprocal(scale);
        Map<String, Symbol> unscaled = new LinkedHashMap<>();
        gradients.forEach((name, each) -> unscaled.put(name, on.mul(each, factor)));
        return unscaled;
    }

    /** 1 where all gradients are finite, else 0: an infinity, or what is no number, is not below the limit. */
    Symbol finite(Map<String, Symbol> gradients) {
        Symbol sum = gradients.values().stream()
                .map(each -> on.total(on.graph().op("Abs", List.of(each))))
                .reduce(on::add)
                .orElseThrow();
        return on.greater(on.scalar(OVERFLOW), sum);
    }

    /**
     * Adds what becomes of the scale.
     *
     * @param finite 1 or 0
     * @param applied where an update is due at this step: 1, else 0; empty where it is at every one
     */
    void next(Carried carried, Symbol finite, Optional<Symbol> applied) {
        Symbol counted = on.mul(on.add(good, 1), finite);
        Symbol grows = on.greater(counted, on.scalar(INTERVAL - 0.5));
        Symbol factor = on.add(on.mul(finite, on.add(on.mul(grows, GROWTH - 1), 1 - BACKOFF)), BACKOFF);
        Symbol nextGood = on.mul(counted, on.sub(on.scalar(1), grows));
        carried.next(SCALE, held(on.mul(scale, factor), scale, applied));
        carried.next(GOOD, held(nextGood, good, applied));
    }

    private Symbol held(Symbol next, Symbol now, Optional<Symbol> applied) {
        return applied.map(each -> on.add(now, on.mul(each, on.sub(next, now)))).orElse(next);
    }
}
