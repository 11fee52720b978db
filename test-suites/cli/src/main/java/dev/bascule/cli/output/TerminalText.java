package dev.bascule.cli.output;

import dev.bascule.fallback.text.PlainText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text on its way to a terminal, which obeys what stands in it: records and logs come from anybody. Stateless. */
final class TerminalText {
    /** What {@link Style}, the matrix and a QR code colour with; whoever else writes it changes a colour at most. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[(?:[0-2]|3[0-7]|30;107)m");

    private TerminalText() {}

    /** The same lines and colours; any other control character is shown as a replacement character. */
    static String of(String text) {
        String plain = text.replace("\r\n", "\n");
        if (plain.indexOf('\u001b') < 0) {
            return PlainText.lines(plain);
        }
        StringBuilder shown = new StringBuilder(plain.length());
        Matcher colour = COLOUR.matcher(plain);
        int from = 0;
        while (colour.find()) {
            shown.append(PlainText.lines(plain.substring(from, colour.start()))).append(colour.group());
            from = colour.end();
        }
        return shown.append(PlainText.lines(plain.substring(from))).toString();
    }
}
