package dev.bascule.models.torch;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.nio.ByteBuffer;

@FuzzTarget
class TorchPickleFuzzTest {
    @FuzzTest
    void a_pickle_is_refused_or_names_its_class_and_makes_nothing(byte[] data) {
        Refusals.read(IllegalArgumentException.class, () -> TorchPickle.parse(ByteBuffer.wrap(data)))
                .ifPresent(pickle -> assertThat(pickle.storages().values()).allMatch(elements -> elements >= 0));
    }
}
