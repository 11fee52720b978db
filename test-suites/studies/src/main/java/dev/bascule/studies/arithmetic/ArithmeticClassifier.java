package dev.bascule.studies.arithmetic;

import dev.bascule.execution.service.Arithmetic.Finding;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.studies.arithmetic.Question.Kind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Says by the answers of one operator which arithmetic it computes in. Stateless. */
final class ArithmeticClassifier {
    private ArithmeticClassifier() {}

    /**
     * The known arithmetic that explains most.
     *
     * @param answers for each question one for each of its sums
     */
    static Finding classify(DType dtype, List<Question> questions, List<double[]> answers) {
        FloatFormat out = FloatFormat.of(dtype);
        List<Integer> modelled = IntStream.range(0, questions.size())
                .filter(i -> questions.get(i).kind().isModelled())
                .boxed()
                .toList();
        record Scored(ArithmeticModel model, int explained) {}
        List<Scored> scored = ArithmeticModel.known(dtype).stream()
                .map(model -> new Scored(model, (int) modelled.stream()
                        .filter(i -> model.explains(questions.get(i), answers.get(i), out))
                        .count()))
                .sorted(Comparator.comparing(Scored::explained).reversed())
                .toList();
        ArithmeticModel best = scored.get(0).model();
        Facts facts = new Facts(questions, answers);
        boolean narrow = best.sums().precision() <= out.precision();
        return new Finding(
                best.name(),
                scored.get(0).explained(),
                modelled.size(),
                scored.get(1).model().name(),
                scored.get(1).explained(),
                Math.min(facts.bits(Kind.FIRST_INPUT), facts.bits(Kind.SECOND_INPUT)),
                facts.bits(Kind.ACCUMULATOR),
                narrow && best.operands().precision() >= out.precision()
                        ? Optional.of(facts.any(Kind.FUSED, answer -> answer != 0))
                        : Optional.empty(),
                !facts.any(Kind.SUBNORMAL_INPUT, answer -> answer == 0),
                !facts.any(Kind.SUBNORMAL_RESULT, answer -> answer == 0));
    }

    private record Facts(List<Question> questions, List<double[]> answers) {

        /** The most bits such that these and all fewer ones that were asked for are kept everywhere. */
        int bits(Kind kind) {
            List<Integer> asked = questions.stream()
                    .filter(question -> question.kind() == kind)
                    .map(Question::bits)
                    .distinct()
                    .sorted()
                    .toList();
            int kept = 0;
            for (int bits : asked) {
                boolean all = IntStream.range(0, questions.size())
                        .filter(i -> questions.get(i).kind() == kind
                                && questions.get(i).bits() == bits)
                        .allMatch(this::isExact);
                if (!all) {
                    return kept;
                }
                kept = bits;
            }
            return kept;
        }

        private boolean isExact(int question) {
            List<SparseSum> sums = questions.get(question).sums();
            return IntStream.range(0, sums.size()).allMatch(i -> sums.get(i).exact() == answers.get(question)[i]);
        }

        boolean any(Kind kind, Predicate<Double> test) {
            return IntStream.range(0, questions.size())
                    .filter(i -> questions.get(i).kind() == kind)
                    .anyMatch(i -> Arrays.stream(answers.get(i)).boxed().anyMatch(test));
        }
    }
}
