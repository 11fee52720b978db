package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankLineTest {
    /** As PyTorch 1.13 said them. */
    @Test
    void lines_of_real_ranks_are_read() {
        assertThat(RankLine.parse("""
                                {"type": "hello", "rank": 1, "torch": "1.13.0a0", "python": "3.11.2", "backend": "gloo", "threads": 1}""")).contains(new RankLine.Hello(1, "1.13.0a0", "3.11.2", "gloo", 1));
        assertThat(RankLine.parse("""
                                {"type": "timed", "collective": "all-reduce", "bytes": 8, "round": 1, "ms": 8.167642999978852, "wrong": 0, "checksum": -2843}"""))
                .contains(new RankLine.Timed(Collective.ALL_REDUCE, 8, 1, 8.167642999978852, 0, -2843));
        assertThat(RankLine.parse("{\"type\": \"failed\", \"why\": \"RuntimeError: Connection\\u0007 reset\"}"))
                .contains(new RankLine.Failed("RuntimeError: Connection  reset"));
        assertThat(
                        RankLine.parse(
                                "{\"type\":\"step\",\"way\":\"a\",\"step\":1,\"loss\":2.5,\"samples\":[3,1],\"computeMs\":1,\"combineMs\":0,\"processorMs\":1}"))
                .contains(new RankLine.Step("a", 1, 2.5, List.of(3L, 1L), 1, 0, 1));
    }

    @Test
    void lines_of_ranks_that_have_a_part_of_the_network_are_read() {
        assertThat(
                        RankLine.parse(
                                "{\"type\":\"partStep\",\"way\":\"a\",\"step\":1,\"loss\":null,\"samples\":[],\"computeMs\":3,\"combineMs\":0,\"passMs\":2,\"processorMs\":2.5}"))
                .contains(new RankLine.PartStep("a", 1, OptionalDouble.empty(), List.of(), 3, 0, 2, 2.5));
        // 1.0 and -2.5, little-endian.
        RankLine part = RankLine.parse(
                        "{\"type\":\"part\",\"way\":\"a\",\"step\":0,\"name\":\"0.up\",\"values\":\"AACAPwAAIMA=\"}")
                .orElseThrow();
        assertThat(part)
                .isInstanceOfSatisfying(
                        RankLine.Part.class, told -> assertThat(told.values()).containsExactly(1, -2.5f));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Traceback (most recent call last):",
                "[]",
                "{}",
                "{\"type\": \"timed\", \"collective\": \"all-reduce\", \"bytes\": 8, \"round\": 1, \"ms\": -1, \"wrong\": 0, \"checksum\": 1}",
                "{\"type\": \"timed\", \"collective\": \"all-reduce\", \"bytes\": 8, \"round\": 1, \"ms\": NaN, \"wrong\": 0, \"checksum\": 1}",
                "{\"type\": \"timed\", \"collective\": \"gossip\", \"bytes\": 8, \"round\": 1, \"ms\": 1, \"wrong\": 0, \"checksum\": 1}",
                "{\"type\": \"timed\", \"collective\": \"all-reduce\", \"bytes\": 8, \"round\": 1, \"ms\": 1, \"wrong\": 0, \"checksum\": 1.5}",
                "{\"type\": \"hash\", \"way\": \"a\", \"step\": 1, \"sha256\": \"short\"}",
                "{\"type\": \"hash\", \"way\": \"a\", \"step\": -1, \"sha256\": \"0000000000000000000000000000000000000000000000000000000000000000\"}",
                "{\"type\": \"parameters\", \"way\": \"a\", \"step\": 1, \"values\": [\"1\"]}",
                "{\"type\":\"part\",\"way\":\"a\",\"step\":0,\"name\":\"0.up\",\"values\":\"AACAPwAA\"}",
                "{\"type\":\"part\",\"way\":\"a\",\"step\":0,\"name\":\"0.up\",\"values\":\"AADAfw==\"}",
                "{\"type\":\"part\",\"way\":\"a\",\"step\":0,\"name\":\"0.up\",\"values\":\"no Base64\"}",
                "{\"type\":\"partStep\",\"way\":\"a\",\"step\":1,\"samples\":[],\"computeMs\":3,\"combineMs\":0,\"passMs\":2,\"processorMs\":2}"
            })
    void what_is_no_line_of_a_rank_is_not_read(String line) {
        assertThat(RankLine.parse(line)).isEmpty();
    }
}
