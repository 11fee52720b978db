package dev.bascule.models.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.nio.ByteBuffer;

@FuzzTarget
class GgufHeaderFuzzTest {
    @FuzzTest
    void a_header_is_refused_or_its_tensors_lie_in_the_file(byte[] data) {
        Refusals.read(() -> new GgufHeader(ByteBuffer.wrap(data), "fuzz.gguf", data.length).read())
                .ifPresent(content -> assertThat(content.tensors().values())
                        .allMatch(tensor -> tensor.offset() >= 0
                                && tensor.bytes() > 0
                                && tensor.offset() + tensor.bytes() <= data.length));
    }
}
