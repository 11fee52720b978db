package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** Dropout that drops nothing passes on what it is given. What it drops in training is drawn by lot on the device, and no run can be repeated. */
final class DropoutRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Dropout");
    }

    @Override
    public String limits() {
        return "in training mode refused: a mask that is fed can be repeated";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        if (at.node().has(2)) {
            throw new BasculeException(
                    ErrorCode.MODEL_UNTRAINABLE,
                    "Dropout '%s' draws by lot; a mask that is fed can be repeated"
                            .formatted(at.node().proto().getName()));
        }
        return List.of(at.wanted(0, at::gradient));
    }
}
