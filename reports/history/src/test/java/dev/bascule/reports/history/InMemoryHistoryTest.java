package dev.bascule.reports.history;

class InMemoryHistoryTest implements HistoryContract {
    @Override
    public History history() {
        return new InMemoryHistory();
    }
}
