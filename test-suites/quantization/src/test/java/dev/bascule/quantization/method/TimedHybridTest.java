package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.quantization.HybridInput;
import dev.bascule.quantization.KindTimes;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Sensitivities;
import dev.bascule.quantization.Source;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** With planted prices. */
class TimedHybridTest {
    /** A convolution of 9,216 numbers, which loses least, and a product of 9,216. */
    private static final ModelProto MODEL = SmallGraphs.opset(21)
            .input("x", 1, 32, 5, 5)
            .weight("conv", 0, 32, 32, 3, 3)
            .weight("product", 1, 288, 32)
            .node("Conv", List.of("x", "conv"), "c")
            .node("Flatten", List.of("c"), "f")
            .node("MatMul", List.of("f", "product"), "y")
            .output("y")
            .model();

    private static final Sensitivities LOSSES =
            new Sensitivities(1, List.of(layer("conv", 0.001), layer("product", 0.002)));
    /** One of them in 8 bits. */
    private static final long ONE = 48_000;
    /** Both. */
    private static final long BOTH = 21_000;

    private static Sensitivities.Layer layer(String weight, double eight) {
        return new Sensitivities.Layer(
                weight, List.of(new Sensitivities.Trial(LayerPrecision.INT8, Optional.empty(), Optional.of(eight))));
    }

    private static KindTimes.Kind kind(String name, String weight, Ratio ratio) {
        return new KindTimes.Kind(name, Map.of(weight, 1.0), new EnumMap<>(Map.of(LayerPrecision.INT8, ratio)));
    }

    private static Ratio ratio(double value, double low, double high) {
        return new Ratio(value, Optional.of(new Interval(low, high)), 8);
    }

    private static KindTimes times(Ratio conv, Ratio product, double most) {
        return new KindTimes(List.of(kind("Conv", "conv", conv), kind("MatMul", "product", product)), most);
    }

    private static Made make(String name, long bytes, Optional<KindTimes> times) {
        Method method = Methods.hybrid().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        return method.make(new Source(
                MODEL,
                "0".repeat(64),
                Optional.empty(),
                Optional.of(new HybridInput(LOSSES, OptionalLong.of(bytes), times)),
                1));
    }

    private static Map<String, Integer> bits(Made made) {
        return ((Made.Variant) made)
                .layers().stream().collect(Collectors.toMap(layer -> layer.weight(), layer -> layer.bits()));
    }

    private static String notes(Made made) {
        return String.join("\n", ((Made.Variant) made).notes());
    }

    @Test
    void a_kind_that_takes_three_times_the_time_stays_in_float32_where_the_size_allows() {
        KindTimes dear = times(ratio(3, 2.5, 3.6), ratio(1, 0.9, 1.1), 1);

        Made timed = make("hybrid-time", ONE, Optional.of(dear));

        assertThat(bits(make("hybrid", ONE, Optional.of(dear)))).isEqualTo(Map.of("conv", 8, "product", 32));
        assertThat(bits(timed)).isEqualTo(Map.of("conv", 32, "product", 8));
        assertThat(notes(timed))
                .contains("foretold natively: 1.00 times the unquantised model's time (0.90 to 1.10)")
                .contains("its interval reaches beyond the limit, 1.00 times")
                .doesNotContain("no choice");
    }

    @Test
    void a_limit_of_time_that_leaves_room_is_used() {
        KindTimes dear = times(ratio(3, 2.5, 3.6), ratio(1, 0.9, 1.1), 3.7);

        Made timed = make("hybrid-time", ONE, Optional.of(dear));

        assertThat(bits(timed)).isEqualTo(Map.of("conv", 8, "product", 32));
        assertThat(notes(timed)).contains("foretold natively: 3.00 times").doesNotContain("limit");
    }

    @Test
    void prices_whose_intervals_hold_one_change_nothing() {
        KindTimes unsure = times(ratio(3, 0.9, 9), ratio(1.5, 0.5, 4), 1);

        Made.Variant timed = (Made.Variant) make("hybrid-time", ONE, Optional.of(unsure));
        Made.Variant plain = (Made.Variant) make("hybrid", ONE, Optional.empty());

        assertThat(timed.model().getGraph()).isEqualTo(plain.model().getGraph());
        assertThat(notes(timed)).contains("foretold natively: 3.00 times").contains("(0.90 to 9.00)");
    }

    @Test
    void kinds_that_choose_nothing_are_foretold_all_the_same() {
        KindTimes unsure = times(ratio(1.6, 0.9, 2.8), ratio(1.3, 1.05, 1.6), 1.5);

        Made timed = make("hybrid-time", BOTH, Optional.of(unsure));

        assertThat(bits(timed)).isEqualTo(Map.of("conv", 8, "product", 8));
        assertThat(notes(timed))
                .contains("foretold natively: 1.90 times the unquantised model's time (0.95 to 3.40)")
                .contains("its interval reaches beyond the limit, 1.50 times")
                .doesNotContain("no choice");
    }

    @Test
    void what_is_missed_by_is_told_of_the_kinds_that_choose() {
        KindTimes unsure = times(ratio(3, 2.5, 3.6), ratio(0.8, 0.5, 1.1), 2.9);

        assertThat(notes(make("hybrid-time", BOTH, Optional.of(unsure))))
                .contains("foretold natively: 2.80 times")
                .contains("by the kinds that can be told from 1, no choice")
                .contains("this one takes least, 0.10 more");
    }

    @Test
    void where_no_kind_is_surely_faster_no_size_is_named_and_none_is_ruled_out() {
        KindTimes unsure = times(ratio(1, 0.9, 1.1), ratio(0.7, 0.4, 1.2), 0.8);

        assertThat(notes(make("hybrid-time", BOTH, Optional.of(unsure))))
                .contains("this one takes least, 0.20 more; no size that could be told keeps it");
    }

    @Test
    void two_kinds_that_take_less_than_half_are_foretold_no_time_below_none() {
        KindTimes fast = times(ratio(0.4, 0.35, 0.45), ratio(0.4, 0.35, 0.45), 1);

        assertThat(notes(make("hybrid-time", BOTH, Optional.of(fast))))
                .contains("foretold natively: 0.00 times the unquantised model's time (0.00 to 0.00)");
    }

    @Test
    void where_no_choice_keeps_both_the_size_is_kept_and_what_time_is_missed_by_is_told() {
        KindTimes dear = times(ratio(3, 2.5, 3.6), ratio(1, 0.9, 1.1), 1);

        Made timed = make("hybrid-time", BOTH, Optional.of(dear));

        assertThat(bits(timed)).isEqualTo(Map.of("conv", 8, "product", 8));
        assertThat(((Made.Variant) timed).model().toByteArray().length).isLessThanOrEqualTo((int) BOTH);
        assertThat(notes(timed))
                .contains("takes at most 1.00 times the time: this one takes least, 2.00 more")
                .containsPattern("some 4\\d,\\d{3} bytes would keep that time");
    }

    @Test
    void a_kind_that_did_not_run_in_a_precision_gets_none_of_it() {
        KindTimes known = new KindTimes(List.of(kind("MatMul", "product", ratio(1, 0.9, 1.1))), 1);

        assertThat(bits(make("hybrid-time", ONE, Optional.of(known)))).isEqualTo(Map.of("conv", 32, "product", 8));
        assertThat(make("hybrid-time", BOTH, Optional.of(known))).isInstanceOf(Made.Refused.class);
    }

    @Test
    void without_times_it_is_refused() {
        assertThat(make("hybrid-time", ONE, Optional.empty()))
                .isInstanceOfSatisfying(
                        Made.Refused.class, no -> assertThat(no.why()).contains("time that kinds of layers take"));
    }
}
