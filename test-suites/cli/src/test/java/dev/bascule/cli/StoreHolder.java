package dev.bascule.cli;

import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A process of its own that holds a history until it is killed. */
final class StoreHolder {
    static final String HELD = "held";

    private StoreHolder() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (History history = DuckDbHistory.open(Path.of(arguments[0]))) {
            System.out.println(HELD);
            TimeUnit.MINUTES.sleep(10);
        }
    }
}
