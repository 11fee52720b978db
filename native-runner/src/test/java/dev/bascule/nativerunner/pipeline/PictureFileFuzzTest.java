package dev.bascule.nativerunner.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

@FuzzTarget
class PictureFileFuzzTest {
    static Stream<byte[]> pictures() {
        return Stream.of(
                TestPictures.png(TestPictures.RGB, 8),
                TestPictures.png(TestPictures.PALETTE, 8),
                TestPictures.withChunk("eXIf", TestPictures.exif(6, true)),
                TestPictures.transparent(TestPictures.RGB),
                TestPictures.huge(),
                TestPictures.jpeg(),
                TestPictures.progressiveJpeg(),
                TestPictures.turnedJpeg(8, false),
                TestPictures.cmykJpeg());
    }

    @MethodSource("pictures")
    @FuzzTest
    void a_picture_is_refused_or_has_nothing_left_to_take_out(byte[] data) throws RefusedException {
        Optional<PictureFile> picture = Refusals.read(RefusedException.class, () -> PictureFile.of(data));
        if (picture.isPresent()) {
            byte[] plain = picture.get().plain();
            assertThat(picture.get().orientation()).isBetween(1, 8);
            assertThat(PictureFile.of(plain).plain()).isEqualTo(plain);
        }
    }
}
