package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.GraphFacts;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FusedProductsTest {
    private static final Failure WRONG = Failure.of(ErrorCode.NUMERICS_WRONG, "10 of 10 output values lie outside");
    private static final Map<String, Integer> DECODED = Map.of("DequantizeLinear", 2, "MatMul", 2);

    @Test
    void products_that_the_engine_made_of_decoded_weights_are_named_with_what_keeps_them_exact() {
        Failure told = FusedProducts.explaining(WRONG, record("MatMulNBits", "Conv", "MatMulNBits"), graph(DECODED))
                .orElseThrow();

        assertThat(told.code()).isEqualTo(ErrorCode.NUMERICS_WRONG);
        assertThat(told.message())
                .startsWith(WRONG.message() + "; the engine's record shows 2 of its nodes to be MatMulNBits")
                .contains("rounds activations to 8 bits");
        assertThat(told.remedies()).singleElement().asString().contains("session.qdq_matmulnbits_accuracy_level to 0");
    }

    @Test
    void a_model_that_has_them_itself_or_an_engine_that_made_none_is_not_explained_by_it() {
        Map<String, Integer> own = Map.of("DequantizeLinear", 1, "MatMulNBits", 1);
        assertThat(FusedProducts.explaining(WRONG, record("MatMulNBits"), graph(own)))
                .isEmpty();
        assertThat(FusedProducts.explaining(WRONG, record("DequantizeLinear", "MatMul"), graph(DECODED)))
                .isEmpty();
        assertThat(FusedProducts.explaining(WRONG, record("MatMulNBits"), graph(Map.of("MatMul", 1))))
                .isEmpty();
    }

    @Test
    void any_other_failure_is_not_its_matter() {
        Failure lost = Failure.of(ErrorCode.BACKEND_NOT_PROVEN, "nothing shows where it ran");
        assertThat(FusedProducts.explaining(lost, record("MatMulNBits"), graph(DECODED)))
                .isEmpty();
    }

    private static RawEvidence record(String... operators) {
        List<NodePlacement> nodes = Arrays.stream(operators)
                .map(operator -> new NodePlacement(operator + "_0", operator, "CPUExecutionProvider"))
                .toList();
        return new RawEvidence(Optional.empty(), Optional.empty(), List.of(), nodes, Map.of(), List.of(), Map.of());
    }

    private static GraphFacts graph(Map<String, Integer> operators) {
        return new GraphFacts(operators, Set.of(), false, false, 0, 10, 1, Map.of());
    }
}
