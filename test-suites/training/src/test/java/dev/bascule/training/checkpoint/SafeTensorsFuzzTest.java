package dev.bascule.training.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.io.IOException;
import java.io.UncheckedIOException;

@FuzzTarget
class SafeTensorsFuzzTest {
    @FuzzTest
    void a_file_is_refused_or_its_tensors_are_written_again_as_they_are(byte[] data) {
        Refusals.read(() -> SafeTensorsReader.read("fuzz.safetensors", data))
                .ifPresent(content -> assertThat(SafeTensorsReader.read("again", written(content)))
                        .isEqualTo(content));
    }

    private static byte[] written(SafeTensors content) {
        try {
            return SafeTensorsTest.written(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
