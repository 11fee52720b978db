package dev.bascule.nativerunner.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProfileTest {

    @Test
    void each_node_is_read_once_with_its_operator_and_provider() throws Exception {
        assertThat(Profile.parse(recorded()))
                .containsExactly(
                        new NodePlacement("ReLU32_Output_0_nchwc", "Conv", "CPUExecutionProvider"),
                        new NodePlacement("Pooling66", "MaxPool", "CPUExecutionProvider"),
                        new NodePlacement("Times212/MatMulAddFusion", "Gemm", "CPUExecutionProvider"));
    }

    @Test
    void a_node_on_another_provider_is_not_taken_for_the_cpu() throws Exception {
        String mixed = recorded().replaceFirst("CPUExecutionProvider", "CUDAExecutionProvider");
        assertThat(Profile.parse(mixed))
                .extracting(NodePlacement::provider)
                .containsExactly("CUDAExecutionProvider", "CPUExecutionProvider", "CPUExecutionProvider");
    }

    @Test
    void a_profile_of_a_session_that_never_ran_shows_no_node() throws Exception {
        assertThat(Profile.parse("[{\"cat\":\"Session\",\"name\":\"session_initialization\",\"args\":{}}]"))
                .isEmpty();
    }

    @Test
    void a_profile_cut_short_is_an_error_and_not_half_a_proof() {
        assertThatThrownBy(() -> Profile.parse(recorded().substring(0, 900)))
                .isInstanceOf(JsonProcessingException.class);
    }

    private static String recorded() throws Exception {
        try (InputStream in = ProfileTest.class.getResourceAsStream("profile-cpu-1.29.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
