package dev.bascule.cli.workers;

import java.util.function.Consumer;

/** Says what became of a token that was to be taken back. Stateless. */
final class TakenBack {
    private TakenBack() {}

    /** Whether there was such a token, which it says. */
    static boolean tell(String id, boolean known, Consumer<String> say) {
        say.accept(
                known
                        ? "%s is let in no longer".formatted(id)
                        : "there is no %s; `bascule queue` shows workers with their ids".formatted(id));
        return known;
    }
}
