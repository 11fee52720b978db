package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;

/** PNG, JPEG, GIF or BMP, by what it begins with. */
@FuzzTarget
class PictureFuzzTest {
    @FuzzTest
    void a_picture_is_refused_or_becomes_a_tensor(byte[] data) {
        Refusals.read(() -> Pictures.read(FuzzInput.file(data, "x.png")))
                .ifPresent(image -> assertThat(Pictures.tensor(image, DType.FLOAT32, Shape.of(1, 3, 4, 4), true)
                                .shape()
                                .elements())
                        .isEqualTo(48));
    }
}
