package dev.bascule.scheduling.job;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts a requirement into words, signs and parentheses. Stateless. */
final class Words {
    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]*");
    private static final Pattern TOKEN = Pattern.compile(
            "(?<word>" + BARE.pattern() + ")|(?<quoted>'[^']*')|(?<sign>>=|<=|!=|==|=|<|>)|(?<parenthesis>[()])");

    /**
     * One of them.
     *
     * @param text without quotes
     * @param at where it begins, from 1, for people
     */
    record Token(Kind kind, String text, int at) {}

    enum Kind {
        WORD,
        QUOTED,
        SIGN,
        PARENTHESIS,
        /** After the last. */
        END
    }

    private Words() {}

    /** The tokens, and an {@link Kind#END} after them. */
    static List<Token> of(String text) {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
                continue;
            }
            if (!matcher.region(at, text.length()).lookingAt()) {
                throw unreadable("'%s' has something at character %d that cannot be read: '%s'"
                        .formatted(text, at + 1, text.substring(at, Math.min(text.length(), at + 10))));
            }
            tokens.add(token(matcher, at + 1));
            at = matcher.end();
        }
        tokens.add(new Token(Kind.END, "", text.length() + 1));
        return tokens;
    }

    private static Token token(Matcher matcher, int at) {
        String all = matcher.group();
        if (matcher.group("word") != null) {
            return new Token(Kind.WORD, all, at);
        }
        if (matcher.group("quoted") != null) {
            return new Token(Kind.QUOTED, all.substring(1, all.length() - 1), at);
        }
        return new Token(matcher.group("sign") != null ? Kind.SIGN : Kind.PARENTHESIS, all, at);
    }

    /** A value as it is read again: bare where it may be, else in quotes. A quote in it cannot be written, and none is read. */
    static String quoted(String value) {
        return BARE.matcher(value).matches() ? value : "'" + value.replace("'", "") + "'";
    }

    static BasculeException unreadable(String message) {
        return new BasculeException(
                ErrorCode.USAGE_ERROR,
                "--where: " + message,
                "write it as in --where 'backend=cuda and vram>=16GB'; words are "
                        + String.join(", ", RequirementParser.WORDS));
    }
}
