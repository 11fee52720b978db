package dev.bascule.fallback.webnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OpSupportTest {

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
