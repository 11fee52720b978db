package dev.bascule.studies.bisect.report;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.bisect.BisectReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a search came to: the timeline as a page and as Markdown, and beside the case itself what it is. Stateless. */
public final class BisectFolder {
    private BisectFolder() {}

    /** @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE} */
    public static void write(Path folder, BisectReport report) {
        text(folder.resolve("REPORT.md"), TimelineMarkdown.of(report));
        text(folder.resolve("index.html"), TimelinePage.of(report));
        report.folder().ifPresent(own -> text(own.resolve("README.md"), CaseReadme.of(report)));
    }

    private static void text(Path file, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw BasculeException.because(e, ErrorCode.OUTPUT_UNWRITABLE, "cannot write '%s': %s".formatted(file, e));
        }
    }
}
