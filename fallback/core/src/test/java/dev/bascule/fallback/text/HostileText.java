package dev.bascule.fallback.text;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Texts that want to be more than text: what attacks were made of, and random mixtures of it, the same ones each time. */
public final class HostileText {
    private static final long SEED = 20261123;
    private static final List<String> PIECES = List.of(
            "a",
            "Z",
            "7",
            " ",
            "  ",
            "\t",
            "\n",
            "\r\n",
            "\r",
            "'",
            "\"",
            "'''",
            "\"\"\"",
            "\\",
            "\\\\",
            "\\u0022",
            "\\u002a/",
            "/*",
            "*/",
            "//",
            "/",
            "..",
            "../",
            "..\\",
            ":",
            ": ",
            "#",
            " #",
            "- ",
            "---",
            "? ",
            "&a",
            "*a",
            "!!x",
            "|",
            ">",
            "%",
            "@",
            "`",
            "```",
            "~~~",
            "$(touch x)",
            "`touch x`",
            "$HOME",
            "${{ secrets.T }}",
            ";",
            "&&",
            "||",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<b>",
            "</script>",
            "&lt;",
            "&#10;",
            "[a](b)",
            "![a](b)",
            "_",
            "**",
            "\0",
            "\u0007",
            "\b",
            "\u001b[2J",
            "\u001b]0;x\u0007",
            "\u007f",
            "\u0085",
            "\u009b2J",
            "\u2028",
            "\u2029",
            "\u202e",
            "\u2066",
            "\ufeff",
            "\ufffe",
            "é",
            "漢",
            "😀",
            "con",
            "NUL.txt",
            "true",
            "~",
            "=",
            "{",
            "}",
            "[",
            "]",
            ",",
            "-",
            ".",
            "0x1f",
            "1e3");

    private HostileText() {}

    /** Each piece alone, nothing, and as many mixtures of up to twelve. */
    public static Stream<String> some(int mixtures) {
        Random random = new Random(SEED);
        return Stream.concat(
                Stream.concat(Stream.of(""), PIECES.stream()),
                Stream.generate(() -> mixture(random)).limit(mixtures));
    }

    private static String mixture(Random random) {
        StringBuilder text = new StringBuilder();
        for (int left = 1 + random.nextInt(12); left > 0; left--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }
}
