package dev.bascule.studies.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PictureJudgeTest {
    private static final Rgb PICTURE = MediaSamples.picture(96, 64);
    private static final Rgb SQUARE = MediaSamples.picture(64, 64);

    private static String broken(Rgb picture, Rgb.Source source) {
        return PictureJudge.judge(picture, Rgb.of(picture.width(), picture.height(), source))
                .broken()
                .orElse("whole");
    }

    @Test
    void the_same_picture_is_whole_and_has_no_noise() {
        PictureFinding found = PictureJudge.judge(PICTURE, PICTURE);

        assertThat(found.broken()).isEmpty();
        assertThat(found.psnrDb()).isEmpty();
        assertThat(found.largest()).isZero();
    }

    @Test
    void what_a_codec_loses_is_measured_and_breaks_nothing() {
        PictureFinding found = PictureJudge.judge(
                PICTURE,
                Rgb.of(96, 64, (x, y, colour) -> Math.min(255, PICTURE.at(x, y, colour) + ((x + y) % 2 == 0 ? 5 : 0))));

        assertThat(found.broken()).isEmpty();
        // Half of the values are off by 5.
        assertThat(found.psnrDb().orElseThrow()).isCloseTo(10 * Math.log10(255 * 255 / 12.5), within(0.01));
        assertThat(found.largest()).isEqualTo(5);
    }

    @Test
    @Tag("red-team")
    void negative_control_a_black_picture_is_noticed() {
        assertThat(broken(PICTURE, (x, y, colour) -> 0)).isEqualTo("a black picture came back");
        assertThat(PictureJudge.unseen(Rgb.of(8, 8, (x, y, colour) -> 0))).contains("a black picture came back");
        assertThat(PictureJudge.unseen(PICTURE)).isEmpty();
    }

    @Test
    @Tag("red-team")
    void negative_control_turned_and_mirrored_pictures_are_noticed() {
        assertThat(broken(PICTURE, (x, y, colour) -> PICTURE.at(95 - x, y, colour)))
                .isEqualTo("the picture came back mirrored");
        assertThat(broken(PICTURE, (x, y, colour) -> PICTURE.at(x, 63 - y, colour)))
                .isEqualTo("the picture came back upside down");
        assertThat(broken(PICTURE, (x, y, colour) -> PICTURE.at(95 - x, 63 - y, colour)))
                .isEqualTo("the picture came back turned by a half");
        assertThat(broken(SQUARE, (x, y, colour) -> SQUARE.at(y, 63 - x, colour)))
                .startsWith("the picture came back turned by a quarter");
        assertThat(broken(SQUARE, (x, y, colour) -> SQUARE.at(63 - y, x, colour)))
                .startsWith("the picture came back turned by a quarter");
        assertThat(PictureJudge.judge(PICTURE, Rgb.of(64, 96, (x, y, colour) -> PICTURE.at(y, x, colour)))
                        .broken())
                .contains("the picture came back turned by a quarter");
    }

    @Test
    @Tag("red-team")
    void negative_control_exchanged_channels_are_noticed() {
        assertThat(broken(PICTURE, (x, y, colour) -> PICTURE.at(x, y, 2 - colour)))
                .isEqualTo("the picture came back with red and blue exchanged");
    }

    @Test
    @Tag("red-team")
    void negative_control_another_picture_and_another_size_are_noticed() {
        assertThat(broken(PICTURE, (x, y, colour) -> (x * 37 + y * 91 + colour * 53) * 29 % 256))
                .startsWith("another picture came back: it correlates by ");
        assertThat(broken(PICTURE, (x, y, colour) -> 128)).startsWith("another picture came back");
        assertThat(PictureJudge.judge(PICTURE, MediaSamples.picture(48, 32)).broken())
                .contains("a picture of 48 x 32 came back, not of 96 x 64");
    }
}
