package dev.bascule.studies.reduce.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What of an engine's message makes two failures the same one. */
class MessageNormalizerTest {

    private static FailureSignature refused(String message) {
        return FailureSignature.of(new Fault.Refused("first", "Error", message, Optional.empty(), Phases.NONE));
    }

    @Test
    void numbers_addresses_shapes_and_the_names_of_nodes_make_no_difference() {
        assertThat(refused("[WebGPU] Kernel \"[Mul] /scaling/Mul_12\" failed at 0x7fa0: dims {1,2,3}"))
                .isEqualTo(refused("[WebGPU] Kernel \"[Mul] Mul\" failed at 0x10: dims {4}"));
    }

    /** What a list of gaps keeps for people: in a shrunk model such a name is another one, and the failure the same. */
    @Test
    void names_without_a_number_and_paths_make_no_difference_either() {
        assertThat(refused("cannot find 'weight' in /tmp/one/model.onnx"))
                .isEqualTo(refused("cannot find 'bias' in /home/two/other.onnx"));
    }

    @Test
    void another_message_is_another_failure() {
        assertThat(refused("memory access out of bounds").sameAs(refused("cannot allocate memory")))
                .isFalse();
    }

    @Test
    void wrong_values_by_far_may_not_become_wrong_values_by_little() {
        FailureSignature far = new FailureSignature.Wrong(FailureSignature.Kind.VALUES, true);
        FailureSignature little = new FailureSignature.Wrong(FailureSignature.Kind.VALUES, false);
        assertThat(far.sameAs(little)).isFalse();
        assertThat(little.sameAs(far)).isTrue();
        assertThat(little.sameAs(refused("no"))).isFalse();
        assertThat(far.sameAs(new FailureSignature.Wrong(FailureSignature.Kind.SHAPE, true)))
                .isFalse();
    }
}
