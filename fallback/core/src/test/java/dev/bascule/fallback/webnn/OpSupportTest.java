package dev.bascule.fallback.webnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OpSupportTest {
    /** Required arguments that the constraints tables do not have, and why. */
    private static final Map<String, String> NOT_IN_THE_TABLES = Map.of(
            "gruCell.hiddenState", "the table of the draft has no line for it, though its steps speak of one",
            "isNaN.input", "the minimum set calls it input, the specification a",
            "isInfinite.input", "the minimum set calls it input, the specification a");

    @Test
    void the_minimum_set_has_every_operator_with_its_arguments() {
        OpSupport required = OpSupport.required();
        assertThat(required.operators()).hasSize(95).containsKeys("add", "conv2d", "lstmCell", "where", "isNaN");
        assertThat(required.operators().get("gather")).containsOnlyKeys("input", "indices", "output");
        assertThat(required.allows("gather", "indices", DType.INT32)).contains(true);
        assertThat(required.allows("gather", "indices", DType.INT64)).contains(false);
        assertThat(required.operators().get("conv2d").get("filter").ranks()).contains(new OpSupport.Ranks(4, 4));
    }

    @Test
    void an_operator_that_nobody_has_to_support_requires_no_type() {
        assertThat(OpSupport.required().operators().get("sign").get("input"))
                .isEqualTo(new OpSupport.Limit(Set.of(), Optional.empty()));
    }

    @Test
    void the_specification_allows_what_its_tables_and_steps_say() {
        OpSupport specified = OpSupport.specified();
        assertThat(OpSupport.draft()).isEqualTo("2025-09-04");
        assertThat(specified.operators())
                .containsOnlyKeys(OpSupport.required().operators().keySet());
        assertThat(specified.allows("add", "a", DType.UINT64)).as("any").contains(true);
        assertThat(specified.allows("add", "a", DType.INT4))
                .as("no MLOperandDataType of the draft")
                .contains(false);
        assertThat(specified.allows("relu", "input", DType.INT64)).contains(true);
        assertThat(specified.allows("relu", "output", DType.UINT8)).contains(false);
        assertThat(specified.allows("reduceSum", "input", DType.INT8))
                .as("of the operation's steps")
                .contains(false);
        assertThat(specified.allows("gather", "indices", DType.INT64)).contains(true);
        assertThat(specified.allows("isNaN", "output", DType.UINT8)).contains(true);
        assertThat(specified.operators().get("gemm").get("c").ranks()).contains(new OpSupport.Ranks(0, 2));
        assertThat(specified.operators().get("matmul").get("a").ranks())
                .as("2 or greater has no end")
                .isEmpty();
    }

    @Test
    void whatever_is_required_is_allowed() {
        assertThat(contradictions(OpSupport.required(), OpSupport.specified()))
                .containsExactlyInAnyOrderElementsOf(NOT_IN_THE_TABLES.keySet());
    }

    /** The negative control: a type, an argument, an operator or a rank too few must show. */
    @Test
    void a_requirement_that_is_not_allowed_shows() {
        OpSupport required = OpSupport.parse(
                "{\"limits\":[{\"dataTypes\":[\"int32\"],\"ranks\":[0,5]}],\"operators\":{\"add\":{\"a\":0,\"b\":0}}}");
        for (String specified : new String[] {
            "{\"limits\":[{\"dataTypes\":[\"int32\"]},{\"dataTypes\":[\"float32\"]}],\"operators\":{\"add\":{\"a\":0,\"b\":1}}}",
            "{\"limits\":[{\"dataTypes\":[\"int32\"]},{\"dataTypes\":[\"int32\"],\"ranks\":[1,5]}],\"operators\":{\"add\":{\"a\":0,\"b\":1}}}",
            "{\"limits\":[{\"dataTypes\":[\"int32\"]}],\"operators\":{\"add\":{\"a\":0}}}"
        }) {
            assertThat(contradictions(required, OpSupport.parse(specified))).containsExactly("add.b");
        }
        assertThat(contradictions(required, OpSupport.parse("{}"))).containsExactly("add.a", "add.b");
    }

    private static List<String> contradictions(OpSupport required, OpSupport specified) {
        List<String> found = new ArrayList<>();
        required.operators()
                .forEach((operator, arguments) -> arguments.forEach((argument, limit) -> {
                    Optional<OpSupport.Limit> may = Optional.ofNullable(specified
                            .operators()
                            .getOrDefault(operator, Map.of())
                            .get(argument));
                    if (!may.map(it -> within(limit, it)).orElse(false)) {
                        found.add(operator + "." + argument);
                    }
                }));
        return found;
    }

    private static boolean within(OpSupport.Limit required, OpSupport.Limit specified) {
        return specified.dataTypes().containsAll(required.dataTypes())
                && required.ranks()
                        .flatMap(need ->
                                specified.ranks().map(may -> may.least() <= need.least() && need.most() <= may.most()))
                        .orElse(true);
    }

    @Test
    void a_claim_is_read_from_the_adapter_facts() {
        String claim = """
                {"limits":[{"dataTypes":["float32","int4","complex64"],"ranks":[0,6]},{"dataTypes":["uint8"]}],
                 "operators":{"equal":{"a":0,"b":0,"output":1}},"graph":{"input":0}}""";
        OpSupport support = OpSupport.claimedBy(Map.of(OpSupport.FACT, claim), DeviceType.CPU)
                .orElseThrow();
        assertThat(support.operators().get("equal").get("a"))
                .isEqualTo(
                        new OpSupport.Limit(Set.of(DType.FLOAT32, DType.INT4), Optional.of(new OpSupport.Ranks(0, 6))));
        assertThat(support.allows("equal", "output", DType.UINT8)).contains(true);
        assertThat(support.allows("equal", "output", DType.FLOAT32)).contains(false);
        assertThat(support.allows("equal", "c", DType.FLOAT32)).isEmpty();
        assertThat(support.allows("add", "a", DType.FLOAT32)).isEmpty();
        assertThat(support.graph()).containsOnlyKeys("input");
    }

    @Test
    void no_fact_is_no_claim() {
        assertThat(OpSupport.claimedBy(Map.of("cpu", "true"), DeviceType.CPU)).isEmpty();
    }

    @Test
    void a_device_type_with_a_claim_of_its_own_is_held_to_that() {
        Map<String, String> adapter = Map.of(
                OpSupport.FACT,
                "{\"limits\":[{\"dataTypes\":[\"float32\",\"int64\"]}],\"operators\":{\"add\":{\"a\":0}}}",
                "opSupportLimits.gpu",
                "{\"limits\":[{\"dataTypes\":[\"float32\"]}],\"operators\":{\"add\":{\"a\":0}}}");

        assertThat(int64(adapter, DeviceType.CPU)).contains(true);
        assertThat(int64(adapter, DeviceType.GPU)).contains(false);
        assertThat(int64(adapter, DeviceType.NPU)).as("as the first").contains(true);
    }

    private static Optional<Boolean> int64(Map<String, String> adapter, DeviceType device) {
        return OpSupport.claimedBy(adapter, device).orElseThrow().allows("add", "a", DType.INT64);
    }

    @Test
    void a_broken_claim_is_told_as_one() {
        for (String broken : new String[] {"{", "{\"operators\":{\"add\":{\"a\":3}},\"limits\":[]}"}) {
            assertThatThrownBy(() -> OpSupport.parse(broken))
                    .isInstanceOf(BasculeException.class)
                    .hasMessageContaining("WebNN");
        }
    }
}
