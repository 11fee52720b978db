package dev.bascule.execution.attempt;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.Arithmetic;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Asks a backend what it computes products of 32-bit floats in. */
public interface ProductQuestions {

    /** Those of nobody who could ask: no backend is ever said to compute in less than 32 bits. */
    static ProductQuestions none() {
        return (operators, settings, engine) -> List.of();
    }

    /**
     * Either what a probe gave, or why it gave nothing.
     *
     * @param outputs by name; empty where it did not run on the backend that is asked
     * @param why in words; blank where there are outputs
     */
    record Answer(Optional<Map<String, Tensor>> outputs, String why) {
        static Answer of(Map<String, Tensor> outputs) {
            return new Answer(Optional.of(Map.copyOf(outputs)), "");
        }

        static Answer none(String why) {
            return new Answer(Optional.empty(), why);
        }
    }

    /**
     * What each of these operators computes in, of some in several forms.
     *
     * @param operators MatMul, Gemm or Conv
     * @param settings of the cell that asks
     * @param engine runs a probe where the cell ran
     */
    List<Arithmetic> ask(Set<String> operators, SessionSettings settings, Function<PreparedCase, Answer> engine);
}
