package dev.bascule.cli.output.run;

/** Shows nothing. */
final class SilentProgress implements Progress {
    @Override
    public void close() {
        // Nothing is drawn.
    }
}
