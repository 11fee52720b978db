package dev.bascule.cli.output;

/** Shows nothing. */
final class SilentProgress implements Progress {
    @Override
    public void close() {
        // Nothing is drawn.
    }
}
