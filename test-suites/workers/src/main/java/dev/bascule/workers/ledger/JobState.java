package dev.bascule.workers.ledger;

/** Where a job stands. */
public enum JobState {
    WAITING,
    PLACED,
    DONE,
    FAILED,
    CANCELLED;

    public boolean isOver() {
        return this == DONE || this == FAILED || this == CANCELLED;
    }
}
