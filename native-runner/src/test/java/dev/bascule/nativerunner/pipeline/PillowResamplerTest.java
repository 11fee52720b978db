package dev.bascule.nativerunner.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.Shaping.Resampling;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PillowResamplerTest {
    /** Of the bytes that Pillow 13.0.0 makes of the same picture by {@code resize(size, resample)}. */
    @ParameterizedTest
    @CsvSource({
        "BILINEAR, 20, 14, 2427818787, 843336608, 1080632650",
        "BILINEAR, 7, 5, 50064151, 443257762, 4211213707",
        "BILINEAR, 64, 40, 2376403529, 2529515935, 2649877278",
        "BILINEAR, 1, 1, 1801730948, 4110462503, 627095760",
        "BILINEAR, 31, 9, 708179052, 597451164, 713088588",
        "BICUBIC, 20, 14, 606593060, 1698446583, 2182283820",
        "BICUBIC, 7, 5, 3142074788, 4083116207, 694900419",
        "BICUBIC, 64, 40, 1502433939, 4174273780, 2467531762",
        "BICUBIC, 1, 1, 1801730948, 4110462503, 627095760",
        "BICUBIC, 31, 9, 4146921605, 756716417, 4221076562"
    })
    void makes_the_bytes_that_pillow_makes(
            Resampling resampling, int width, int height, long red, long green, long blue) throws Exception {
        Picture picture = Picture.decode(TestPictures.png(TestPictures.RGB, 8));
        long[] expected = {red, green, blue};
        for (int channel = 0; channel < 3; channel++) {
            int[] plane = new int[picture.width() * picture.height()];
            for (int i = 0; i < plane.length; i++) {
                plane[i] = picture.rgb()[3 * i + channel];
            }
            double[] made =
                    new PillowResampler(resampling).resize(plane, picture.width(), picture.height(), width, height);
            CRC32 sum = new CRC32();
            for (double value : made) {
                sum.update((int) value);
            }
            assertThat(sum.getValue()).isEqualTo(expected[channel]);
        }
    }
}
