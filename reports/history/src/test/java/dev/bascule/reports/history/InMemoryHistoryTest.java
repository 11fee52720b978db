package dev.bascule.reports.history;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class InMemoryHistoryTest implements HistoryContract {
    @Override
    public History history() {
        return new InMemoryHistory();
    }
}
