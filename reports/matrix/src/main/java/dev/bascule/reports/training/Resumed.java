package dev.bascule.reports.training;

/**
 * Where a training went on that began from a checkpoint. Immutable.
 *
 * @param checkpoint the file's name, without its folder
 * @param stateSha256 of names, shapes and bytes of the state in it, in lower-case hex: a file may be written again
 * @param step after which it was written
 */
public record Resumed(String checkpoint, String stateSha256, long step) {
    private static final int SHOWN = 12;

    public Resumed {
        if (checkpoint.isBlank() || step < 0) {
            throw new IllegalArgumentException("'%s' after step %d".formatted(checkpoint, step));
        }
    }

    /** The step, the file and the state. */
    public String words() {
        return "step %d of %s (state %s…)"
                .formatted(step, checkpoint, stateSha256.substring(0, Math.min(SHOWN, stateSha256.length())));
    }
}
