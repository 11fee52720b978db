package dev.bascule.bridge.dashboard.view;

/**
 * Tags of answers that hold until the history changes.
 *
 * @param server sets this server's apart from those of any other
 */
public record Tags(String server, WatchedHistory history) {

    /** What every answer of this moment is tagged with. */
    public String current() {
        return server + "-" + history.generation();
    }
}
