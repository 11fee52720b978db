package dev.bascule.cli.output;

import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.Failure;
import java.util.List;

/** Errors that no cell and no finding shows, for a terminal: where, how often, why, and what to do. Stateless. */
public final class CollectedErrorText {
    private static final int WIDTH = 100;
    private static final int MARGIN = 4;
    private static final int REMEDY = 12;

    private CollectedErrorText() {}

    /** A block of lines for each; empty where a reader has seen all of them already. */
    public static String of(List<CollectedError> errors, Style style) {
        StringBuilder text = new StringBuilder();
        errors.stream().filter(error -> !error.place().isShownElsewhere()).forEach(error -> append(text, error, style));
        return text.toString();
    }

    private static void append(StringBuilder text, CollectedError error, Style style) {
        Failure failure = error.failure();
        String mark = switch (failure.code().severity()) {
            case CRITICAL, ERROR -> style.bad("[✗] " + failure.code());
            case WARNING, INFO -> style.warning("[!] " + failure.code());
        };
        String times = error.count() == 1 ? "" : ", %d times".formatted(error.count());
        String said = "%s%s: %s".formatted(error.place(), times, failure.message());
        text.append(mark)
                .append(' ')
                .append(WrappedText.lines(said, MARGIN + failure.code().name().length() + 1, MARGIN, WIDTH))
                .append('\n');
        failure.remedies()
                .forEach(remedy -> text.append("    remedy: ")
                        .append(WrappedText.lines(Shell.asCalled(remedy), REMEDY, REMEDY, WIDTH))
                        .append('\n'));
    }
}
