package dev.bascule.studies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SelfCheckTest {
    private static final ToleranceRule BY_DEPTH = (output, dtype) -> Tolerance.of(dtype, 3);

    /** As a judge should be: every output there, and each within the tolerance. */
    private static boolean honest(ConformanceCase one, List<Map<String, Value>> outputs) {
        return IntStream.range(0, one.sets().size())
                .allMatch(i -> one.sets().get(i).expected().entrySet().stream()
                        .allMatch(expected -> outputs.get(i).containsKey(expected.getKey())
                                && matches(
                                        one,
                                        expected.getKey(),
                                        outputs.get(i).get(expected.getKey()),
                                        expected.getValue())));
    }

    private static boolean matches(ConformanceCase one, String name, Value got, Value expected) {
        if (got instanceof Value.One a && expected instanceof Value.One b) {
            Tolerance tolerance = one.tolerance().of(name, b.tensor().dtype());
            return TensorComparer.compare(name, a.tensor(), b.tensor(), tolerance)
                            .outside()
                    == 0;
        }
        if (got instanceof Value.Many a && expected instanceof Value.Many b) {
            return a.items().size() == b.items().size()
                    && IntStream.range(0, a.items().size())
                            .allMatch(i -> matches(
                                    one, name, a.items().get(i), b.items().get(i)));
        }
        return got.equals(expected);
    }

    private static Tensor tensor(DType dtype, Shape shape, long seed) {
        if (dtype == DType.STRING) {
            return Tensor.strings(
                    shape,
                    IntStream.range(0, (int) shape.elements())
                            .mapToObj(i -> "s" + i)
                            .toList());
        }
        byte[] bytes = new byte[(int) dtype.bytes(shape.elements())];
        new Random(seed).nextBytes(bytes);
        if (dtype == DType.BOOL) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] &= 1;
            }
        }
        return Tensor.of(dtype, shape, bytes);
    }

    private static SelfCheck.Result check(OutputJudge judge, ToleranceRule rule, Value... outputs) {
        SelfCheck check = new SelfCheck(42, 1000, judge);
        for (int i = 0; i < outputs.length; i++) {
            ConformanceCase one = FakePackRunner.expecting("test_" + i, rule, Map.of("y", outputs[i]));
            check.keep(one, List.of(Map.of("y", outputs[i])));
        }
        return check.result();
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void every_dtype_is_corrupted_by_more_than_the_tolerance(DType dtype) {
        Value[] values = IntStream.range(0, 60)
                .mapToObj(i -> Value.of(tensor(dtype, Shape.of(1 + i % 7), i)))
                .toArray(Value[]::new);

        SelfCheck.Result result = check(SelfCheckTest::honest, BY_DEPTH, values);

        assertThat(result.corrupted()).isEqualTo(60);
        assertThat(result.missed()).isEmpty();
    }

    static Stream<ToleranceRule> rules() {
        return Stream.of(
                BY_DEPTH,
                (output, dtype) -> Tolerance.EXACT,
                (output, dtype) -> Tolerance.ulps(10, "test"),
                (output, dtype) -> Tolerance.absolute(0.25, "test"),
                (output, dtype) -> Tolerance.onnxBackendTest(dtype));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void every_kind_of_tolerance_is_left_behind(ToleranceRule rule) {
        Value[] values = Arrays.stream(DType.values())
                .flatMap(dtype -> IntStream.range(0, 10).mapToObj(i -> Value.of(tensor(dtype, Shape.of(2, 3), i))))
                .toArray(Value[]::new);

        assertThat(check(SelfCheckTest::honest, rule, values).missed()).isEmpty();
    }

    @Test
    void a_float_is_changed_by_little_more_than_the_tolerance() {
        Tensor got = Tensor.floats(Shape.of(4), 1, 2, 3, 4);
        Tensor changed = ((Value.One) Corruption.element(Value.of(got), Tolerance.of(DType.FLOAT32, 3), 2)
                        .orElseThrow())
                .tensor();

        double distance = Math.abs(changed.data().getFloat(8) - 3);
        double allowed = Tolerance.of(DType.FLOAT32, 3).relative() * (3 + Math.sqrt(30 / 4.0));
        assertThat(distance).isBetween(allowed, 8 * allowed);
        assertThat(changed.data().getFloat(0)).isEqualTo(1);
    }

    @Test
    void sequences_optionals_and_empty_tensors_have_something_to_corrupt() {
        Value tensor = Value.of(Tensor.floats(Shape.of(2), 1, 2));
        SelfCheck.Result result = check(
                SelfCheckTest::honest,
                BY_DEPTH,
                new Value.Many(List.of(tensor, tensor)),
                new Value.Many(List.of()),
                new Value.Absent(),
                Value.of(Tensor.floats(Shape.of(0, 3))),
                Value.of(Tensor.floats(Shape.of(2), Float.NaN, Float.POSITIVE_INFINITY)));

        assertThat(result).hasToString("self-check: 5 corrupted, 5 noticed");
    }

    private static SelfCheck.Result ofManyKinds(OutputJudge judge) {
        return check(
                judge,
                BY_DEPTH,
                IntStream.range(0, 200)
                        .mapToObj(i -> Value.of(tensor(DType.values()[i % DType.values().length], Shape.of(5), i)))
                        .toArray(Value[]::new));
    }

    @Test
    void a_judge_that_forgets_something_is_found_out() {
        OutputJudge blind = (one, outputs) -> true;
        OutputJudge forgetsMissing = (one, outputs) -> {
            Map<String, Value> all = new LinkedHashMap<>(one.sets().get(0).expected());
            all.putAll(outputs.get(0));
            return honest(one, List.of(all));
        };
        OutputJudge ignoresShapes = (one, outputs) -> honest(one, outputs)
                || outputs.get(0).values().stream()
                        .anyMatch(got -> one.sets().get(0).expected().values().stream()
                                .anyMatch(expected -> got instanceof Value.One a
                                        && expected instanceof Value.One b
                                        && !a.tensor().shape().equals(b.tensor().shape())));
        OutputJudge seesNoStrings =
                (one, outputs) -> outputs.get(0).values().toString().contains("string[") || honest(one, outputs);
        OutputJudge tenTimesTooKind = (one, outputs) -> honest(
                FakePackRunner.expecting(
                        one.id().name(),
                        (output, dtype) -> new Tolerance(Tolerance.of(dtype, 3).relative() * 100, "kind"),
                        one.sets().get(0).expected()),
                outputs);

        assertThat(ofManyKinds(SelfCheckTest::honest).missed()).isEmpty();
        assertThat(ofManyKinds(blind).missed()).hasSize(200);
        assertThat(ofManyKinds(forgetsMissing).missed())
                .isNotEmpty()
                .allSatisfy(missed -> assertThat(missed).contains("is missing"));
        assertThat(ofManyKinds(ignoresShapes).missed())
                .isNotEmpty()
                .allSatisfy(missed -> assertThat(missed).contains("the shape of output"));
        assertThat(ofManyKinds(seesNoStrings).missed())
                .isNotEmpty()
                .allSatisfy(missed -> assertThat(missed).contains("string["));
        assertThat(ofManyKinds(tenTimesTooKind).missed()).isNotEmpty();
    }

    @Test
    void a_judge_that_calls_right_outputs_wrong_is_found_out() {
        assertThat(ofManyKinds((one, outputs) -> false).missed())
                .hasSize(200)
                .allSatisfy(missed -> assertThat(missed).contains("right outputs are called wrong"));
    }

    @Test
    void the_sample_has_every_kind_and_does_not_depend_on_the_order() {
        List<ConformanceCase> cases = IntStream.range(0, 500)
                .mapToObj(i -> FakePackRunner.expecting(
                        "test_" + i,
                        BY_DEPTH,
                        Map.of("y", Value.of(tensor(i == 77 ? DType.STRING : DType.FLOAT32, Shape.of(2), i)))))
                .toList();
        List<ConformanceCase> backwards = new java.util.ArrayList<>(cases);
        java.util.Collections.reverse(backwards);

        List<List<String>> missed = Stream.of(cases, backwards)
                .map(order -> {
                    SelfCheck check = new SelfCheck(1, 20, (one, outputs) -> true);
                    order.forEach(
                            one -> check.keep(one, List.of(one.sets().get(0).expected())));
                    return check.result().missed();
                })
                .toList();

        assertThat(missed.get(0)).hasSize(20).isEqualTo(missed.get(1));
        assertThat(missed.get(0)).anySatisfy(line -> assertThat(line).startsWith("node:onnx:test_77:"));
    }

    @Test
    void any_data_set_may_be_the_one_that_is_corrupted() {
        List<ConformanceCase> cases = IntStream.range(0, 60)
                .mapToObj(i -> ofThreeSets("test_" + i, Value.of(tensor(DType.FLOAT32, Shape.of(3), i))))
                .toList();
        OutputJudge looksAtTheFirstOnly = (one, outputs) -> honest(
                new ConformanceCase(
                        one.id(),
                        one.source(),
                        one.model(),
                        one.program(),
                        one.sets().subList(0, 1),
                        one.tolerance()),
                outputs);

        assertThat(checked(cases, SelfCheckTest::honest).missed()).isEmpty();
        assertThat(checked(cases, looksAtTheFirstOnly).missed())
                .hasSizeBetween(20, 59)
                .anySatisfy(missed -> assertThat(missed).contains("output 'y' of data set 1"))
                .anySatisfy(missed -> assertThat(missed).contains("output 'y' of data set 2"))
                .noneSatisfy(missed -> assertThat(missed).contains("of data set 0"));
        assertThat(checked(cases, looksAtTheFirstOnly)).isEqualTo(checked(cases, looksAtTheFirstOnly));
    }

    private static SelfCheck.Result checked(List<ConformanceCase> cases, OutputJudge judge) {
        SelfCheck check = new SelfCheck(42, 1000, judge);
        cases.forEach(one ->
                check.keep(one, one.sets().stream().map(DataSet::expected).toList()));
        return check.result();
    }

    private static ConformanceCase ofThreeSets(String name, Value output) {
        ConformanceCase one = FakePackRunner.expecting(name, BY_DEPTH, Map.of("y", output));
        DataSet set = one.sets().get(0);
        return new ConformanceCase(
                one.id(), one.source(), one.model(), one.program(), List.of(set, set, set), one.tolerance());
    }
}
