package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** Channels that become blocks of pixels, and the way round: the same elements go back by Reshape and Transpose, which are everywhere. */
final class BlockRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("DepthToSpace", "SpaceToDepth");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        long block = at.node().integer("blocksize", 1);
        Symbol gradient = at.gradient();
        Shape x = at.input(0).shape();
        if (at.node().operator().equals("SpaceToDepth")) {
            Symbol split = on.reshape(
                    gradient,
                    Shape.of(gradient.dim(0), block, block, x.dims().get(1), gradient.dim(2), gradient.dim(3)));
            return List.of(Optional.of(on.reshape(on.transpose(split, 0, 3, 4, 1, 5, 2), x)));
        }
        Symbol split = on.reshape(
                gradient,
                Shape.of(
                        gradient.dim(0),
                        gradient.dim(1),
                        x.dims().get(2),
                        block,
                        x.dims().get(3),
                        block));
        Symbol turned = at.node().text("mode", "DCR").equals("CRD")
                ? on.transpose(split, 0, 1, 3, 5, 2, 4)
                : on.transpose(split, 0, 3, 5, 1, 2, 4);
        return List.of(Optional.of(on.reshape(turned, x)));
    }
}
