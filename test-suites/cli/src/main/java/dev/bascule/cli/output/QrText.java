package dev.bascule.cli.output;

import io.nayuki.qrcodegen.QrCode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Draws a QR code with half blocks, two rows of modules in each line of text, and the quiet zone of four modules that
 * readers need around it. Stateless.
 */
public final class QrText {
    private static final int QUIET = 4;
    private static final String BLACK_ON_WHITE = "\u001b[30;107m";
    private static final String RESET = "\u001b[0m";

    private QrText() {}

    /**
     * @param text what it says
     * @param color whether to set colours, which makes it black on white on every terminal; without them the ground is taken
     *     to be dark
     */
    public static String draw(String text, boolean color) {
        QrCode code = QrCode.encodeText(text, QrCode.Ecc.LOW);
        StringBuilder drawn = new StringBuilder();
        for (int y = -QUIET; y < code.size + QUIET; y += 2) {
            drawn.append(color ? BLACK_ON_WHITE : "");
            for (int x = -QUIET; x < code.size + QUIET; x++) {
                // Outside of the code getModule says light.
                boolean upper = code.getModule(x, y) == color;
                boolean lower = code.getModule(x, y + 1) == color;
                drawn.append(upper ? (lower ? '█' : '▀') : (lower ? '▄' : ' '));
            }
            drawn.append(color ? RESET : "").append('\n');
        }
        return drawn.toString();
    }

    /** The code's modules without the quiet zone: rows of {@code #} for dark and {@code .} for light. */
    public static List<String> modules(String text) {
        QrCode code = QrCode.encodeText(text, QrCode.Ecc.LOW);
        return IntStream.range(0, code.size)
                .mapToObj(y -> IntStream.range(0, code.size)
                        .mapToObj(x -> code.getModule(x, y) ? "#" : ".")
                        .collect(Collectors.joining()))
                .toList();
    }

    /** How many columns it takes. */
    public static int width(String text) {
        return QrCode.encodeText(text, QrCode.Ecc.LOW).size + 2 * QUIET;
    }
}
