package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerLineTest {
    /** As llama.cpp v0.5.0 was heard on 2026-11-28. */
    private static final List<String> RECORDED = List.of(
            "{\"type\":\"engine\",\"system\":\"CPU : SSE3 = 1 | SSSE3 = 1 | AVX = 1 | AVX2 = 1 | F16C = 1 | FMA = 1 | BMI2 = 1 | LLAMAFILE = 1 | REPACK = 1 | \"}",
            "{\"type\":\"session\",\"createMs\":207.255014,\"threads\":2,\"context\":256}",
            "{\"type\":\"alive\"}",
            "{\"type\":\"prompt\",\"firstMs\":65.736103,\"warmMs\":[276.050412,95.151769,214.576084]}",
            "{\"type\":\"round\",\"ms\":[35.808781,36.077294,28.050384,702.677292,33.261351,23.958789,28.015128]}",
            "{\"type\":\"own\",\"tokens\":[7042,30,198,198,504,2988,314,42]}",
            "{\"type\":\"done\"}");

    @Test
    void what_was_recorded_is_read() {
        assertThat(RECORDED.stream().map(line -> PeerLine.parse(line).orElseThrow()))
                .containsExactly(
                        new PeerLine.Engine(
                                "CPU : SSE3 = 1 | SSSE3 = 1 | AVX = 1 | AVX2 = 1 | F16C = 1 | FMA = 1 | BMI2 = 1 | LLAMAFILE = 1 | REPACK = 1 |"),
                        new PeerLine.Session(207.255014, 2, 256),
                        new PeerLine.Alive(),
                        new PeerLine.Prompt(65.736103, List.of(276.050412, 95.151769, 214.576084)),
                        new PeerLine.Round(
                                List.of(35.808781, 36.077294, 28.050384, 702.677292, 33.261351, 23.958789, 28.015128)),
                        new PeerLine.Own(List.of(7042L, 30L, 198L, 198L, 504L, 2988L, 314L, 42L)),
                        new PeerLine.Done());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "llama_model_load: error",
                "{\"type\":\"verdict\"}",
                "{\"type\":\"session\",\"createMs\":1}",
                "{\"type\":\"session\",\"createMs\":1,\"threads\":2}",
                "{\"type\":\"session\",\"createMs\":-1,\"threads\":2}",
                "{\"type\":\"round\",\"ms\":[]}",
                "{\"type\":\"round\",\"ms\":[1,0]}",
                "{\"type\":\"round\",\"ms\":[1,1e999]}",
                "{\"type\":\"round\",\"ms\":[1,\"2\"]}",
                "{\"type\":\"own\",\"tokens\":[1,-2]}",
                "{\"type\":\"own\",\"tokens\":[1.5]}",
                "{\"type\":\"own\",\"tokens\":[4294967296]}",
                "{\"type\":\"done\"",
            })
    void anything_else_is_no_line_of_a_peer(String line) {
        assertThat(PeerLine.parse(line)).isEmpty();
    }
}
