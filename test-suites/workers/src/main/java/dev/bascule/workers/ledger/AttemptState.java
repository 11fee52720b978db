package dev.bascule.workers.ledger;

/** Where an attempt stands, or how it ended. One attempt of a job at most is ever {@link #DONE}. */
public enum AttemptState {
    /** In the ledger; its worker was sent the order, or will be. */
    PLACED,
    /** The worker said that it began. */
    RUNNING,
    /** Its result is the job's. */
    DONE,
    /** The worker said why not. */
    FAILED,
    /** Its worker was lost. What it says later is discarded. */
    LOST,
    CANCELLED;

    public boolean isOver() {
        return this != PLACED && this != RUNNING;
    }
}
