package dev.bascule.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.zxing.ReaderException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.decoder.Decoder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is drawn is read back by another library. */
class QrTextTest {
    private static final String LINK =
            "https://192.168.178.123:38123/attach.html#token=abcdefghijklmnopqrstuvwxyz012345";
    private static final int QUIET = 4;

    /** The modules as a camera would see them: what is dark on a screen of this kind. */
    private static boolean[][] modules(String drawn, boolean color) {
        List<String> lines = drawn.lines()
                .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
                .toList();
        int width = lines.get(0).length();
        boolean[][] dark = new boolean[lines.size() * 2][width];
        for (int row = 0; row < lines.size(); row++) {
            assertThat(lines.get(row)).hasSize(width);
            for (int x = 0; x < width; x++) {
                char block = lines.get(row).charAt(x);
                boolean upper = block == '█' || block == '▀';
                boolean lower = block == '█' || block == '▄';
                // With colours ink is black; without, ink is the light foreground of a dark terminal.
                dark[2 * row][x] = upper == color;
                dark[2 * row + 1][x] = lower == color;
            }
        }
        return dark;
    }

    private static String read(String drawn, boolean color) throws Exception {
        boolean[][] dark = modules(drawn, color);
        int size = dark[0].length - 2 * QUIET;
        BitMatrix bits = new BitMatrix(size);
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                if (dark[y + QUIET][x + QUIET]) {
                    bits.set(x, y);
                }
            }
        }
        return new Decoder().decode(bits).getText();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void another_library_reads_the_link_from_what_is_drawn(boolean color) throws Exception {
        assertThat(read(QrText.draw(LINK, color), color)).isEqualTo(LINK);
    }

    @Test
    void negative_control_a_code_drawn_inside_out_is_not_read() {
        assertThatThrownBy(() -> read(QrText.draw(LINK, true), false)).isInstanceOf(ReaderException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_quiet_zone_is_light_on_all_sides(boolean color) {
        boolean[][] dark = modules(QrText.draw(LINK, color), color);
        int size = dark[0].length;
        for (int i = 0; i < size; i++) {
            for (int border = 0; border < QUIET; border++) {
                assertThat(dark[border][i]
                                || dark[i][border]
                                || dark[i][size - 1 - border]
                                || dark[size - 1 - border][i])
                        .isFalse();
            }
        }
    }

    @Test
    void with_colours_each_line_says_which_so_that_it_reads_on_light_and_on_dark_terminals() {
        assertThat(QrText.draw(LINK, true).lines())
                .allSatisfy(
                        line -> assertThat(line).startsWith("\u001b[30;107m").endsWith("\u001b[0m"));
        assertThat(QrText.draw(LINK, false)).doesNotContain("\u001b");
        assertThat(QrText.width(LINK)).isLessThan(60);
    }

    @Test
    void modules_for_a_page_are_those_that_are_drawn() {
        List<String> rows = QrText.modules(LINK);
        boolean[][] drawn = modules(QrText.draw(LINK, true), true);
        assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row).hasSize(rows.size()));
        for (int y = 0; y < rows.size(); y++) {
            for (int x = 0; x < rows.size(); x++) {
                assertThat(rows.get(y).charAt(x) == '#').isEqualTo(drawn[y + QUIET][x + QUIET]);
            }
        }
    }
}
