package dev.bascule.reports.export;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The summary of a step of GitHub Actions: Markdown, appended to the file that the runner names. Stateless. */
public final class StepSummary {
    /** The variable that names the file. */
    public static final String VARIABLE = "GITHUB_STEP_SUMMARY";

    /** A step's summary may be 1 MiB; a longer one is not shown at all. */
    static final int MOST = 1 << 20;

    private static final String CUT = "\n\n*The rest does not fit in a step's summary: it is in the report.*\n";

    private StepSummary() {}

    /**
     * Appends a report, cut at the end of a line where the file would grow beyond what is shown.
     *
     * @throws BasculeException OUTPUT_UNWRITABLE
     */
    public static void append(Path file, String markdown) {
        try {
            long room = MOST - (Files.exists(file) ? Files.size(file) : 0);
            String text = fitting(markdown.stripTrailing() + "\n", room);
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be written: %s".formatted(file, e.getMessage()));
        }
    }

    private static String fitting(String text, long room) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= room) {
            return text;
        }
        int most = (int) Math.max(0, room - CUT.getBytes(StandardCharsets.UTF_8).length);
        int end = most;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end == 0 ? "" : new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT;
    }
}
