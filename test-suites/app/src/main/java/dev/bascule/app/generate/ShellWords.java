package dev.bascule.app.generate;

import java.util.ArrayList;
import java.util.List;

/** Takes a command line apart as a POSIX shell does, as far as Bascule writes any. Stateless. */
final class ShellWords {
    private ShellWords() {}

    static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        boolean any = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
                any = true;
            } else if (!quoted && c == '\\' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
                any = true;
            } else if (!quoted && Character.isWhitespace(c)) {
                if (any) {
                    words.add(word.toString());
                }
                word.setLength(0);
                any = false;
            } else {
                word.append(c);
                any = true;
            }
        }
        if (any) {
            words.add(word.toString());
        }
        return words;
    }
}
