package dev.bascule.bridge.dashboard.view;

/**
 * Entity tags of answers that hold until the history changes, or as long as the server runs.
 *
 * @param server sets this server's apart from those of any other
 */
public record EntityTags(String server, WatchedHistory history) {

    /** What the answer of what does not change any more is tagged with: a server of another build tells it otherwise. */
    public String of(String measured) {
        return server + "-" + measured;
    }

    /** What every answer of this moment is tagged with. */
    public String current() {
        return server + "-" + history.generation();
    }
}
