package dev.bascule.cli.output;

import dev.bascule.fallback.attempt.Verdict;

/**
 * Colour, or none.
 *
 * @param on whether to colour
 */
public record Style(boolean on) {

    public String good(String text) {
        return paint("32", text);
    }

    public String warning(String text) {
        return paint("33", text);
    }

    public String bad(String text) {
        return paint("31", text);
    }

    public String strong(String text) {
        return paint("1", text);
    }

    public String faint(String text) {
        return paint("2", text);
    }

    /** A verdict in its colour. */
    public String verdict(Verdict verdict) {
        return switch (verdict) {
            case PASS -> good(verdict.name());
            case PARTIAL, FELL_BACK, SKIPPED, UNSUPPORTED, FLAKY -> warning(verdict.name());
            case TIMED_OUT, FAILED, WRONG, CRASHED -> bad(verdict.name());
        };
    }

    private String paint(String code, String text) {
        return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
