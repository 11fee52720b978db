package dev.bascule.studies.arithmetic;

import dev.bascule.execution.service.Arithmetic;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One operator of one format, fed with all questions at once. Immutable.
 *
 * @param operator with its form, for people
 * @param questions in the order of their sums
 * @param testCase its model and inputs; what it expects is what comes without rounding, and nobody is judged by it
 * @param stride of the elements of its output that answer
 */
public record ArithmeticProbe(
        String operator, DType dtype, List<Question> questions, ConformanceCase testCase, int stride) {
    static final String OUTPUT = "y";

    public ArithmeticProbe {
        questions = List.copyOf(questions);
    }

    /** The operator without its form. */
    String kind() {
        return operator.split(" ")[0];
    }

    /** The format as people write it. */
    public String format() {
        return switch (dtype) {
            case FLOAT32 -> "fp32";
            case FLOAT16 -> "fp16";
            case BFLOAT16 -> "bf16";
            default -> throw new IllegalStateException(dtype + " is not probed");
        };
    }

    /** What these outputs tell; empty where they are none of the probe's. */
    public Optional<Arithmetic.Finding> read(Map<String, Value> outputs) {
        if (!(outputs.get(OUTPUT) instanceof Value.One one) || one.tensor().dtype() != dtype) {
            return Optional.empty();
        }
        Tensor tensor = one.tensor();
        int sums =
                questions.stream().mapToInt(question -> question.sums().size()).sum();
        if (tensor.shape().elements() != (long) (sums - 1) * stride + 1) {
            return Optional.empty();
        }
        Elements.Reader reader = Elements.of(tensor);
        List<double[]> answers = new ArrayList<>();
        int next = 0;
        for (Question question : questions) {
            double[] answer = new double[question.sums().size()];
            for (int i = 0; i < answer.length; i++) {
                answer[i] = reader.at(next++ * stride);
            }
            answers.add(answer);
        }
        return Optional.of(ArithmeticClassifier.classify(dtype, questions, answers));
    }
}
