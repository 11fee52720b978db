package dev.bascule.reports.history;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** What {@link DuckDbHistoryTest} asks in {@code mvn verify} of a history in memory, of one in a file. */
@Tag("full")
class HistoryInFileTest implements HistoryContract {
    @TempDir
    Path folder;

    @Override
    public History history() {
        return DuckDbHistory.open(EmptyHistory.at(folder.resolve("deep/er/history.duckdb")));
    }
}
