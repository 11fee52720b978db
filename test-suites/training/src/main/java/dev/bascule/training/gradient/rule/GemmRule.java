package dev.bascule.training.gradient.rule;

import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** For Y = α·A'·B' + β·C, where a dash stands for what may be transposed: dA' = α·dY·B'ᵀ, dB' = α·A'ᵀ·dY and dC = β·dY. */
final class GemmRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Gemm");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        GraphNode node = at.node();
        boolean transA = node.integer("transA", 0) != 0;
        boolean transB = node.integer("transB", 0) != 0;
        double alpha = node.real("alpha", 1);
        double beta = node.real("beta", 1);
        Symbol a = at.input(0);
        Symbol b = at.input(1);
        Symbol gradient = at.gradient();
        List<Optional<Symbol>> all = new ArrayList<>();
        all.add(at.wanted(
                0,
                () -> transA
                        ? gemm(on, b, transB, gradient, true, alpha)
                        : gemm(on, gradient, false, b, !transB, alpha)));
        all.add(at.wanted(
                1,
                () -> transB
                        ? gemm(on, gradient, true, a, transA, alpha)
                        : gemm(on, a, !transA, gradient, false, alpha)));
        all.add(at.wanted(2, () -> {
            Symbol sum = on.sumTo(gradient, at.input(2).shape());
            return beta == 1 ? sum : on.mul(sum, beta);
        }));
        return all;
    }

    private static Symbol gemm(Operators on, Symbol a, boolean transA, Symbol b, boolean transB, double alpha) {
        return on.graph()
                .op(
                        "Gemm",
                        List.of(a, b),
                        Attributes.integer("transA", transA ? 1 : 0),
                        Attributes.integer("transB", transB ? 1 : 0),
                        Attributes.real("alpha", alpha));
    }
}
