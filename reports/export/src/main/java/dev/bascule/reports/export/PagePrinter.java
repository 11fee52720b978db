package dev.bascule.reports.export;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;

/** Prints a page. A browser does it, of which this floor knows nothing. */
@FunctionalInterface
public interface PagePrinter {

    /** Where there is nothing to print with. */
    PagePrinter NONE = html -> {
        throw new BasculeException(ErrorCode.NO_BROWSER, "there is nothing here that makes a PDF of a page");
    };

    /**
     * The page as a PDF.
     *
     * @param html a whole page that asks nobody for anything
     * @throws BasculeException NO_BROWSER, TOOL_MISSING or BROWSER_LAUNCH_FAILED, with what helps
     */
    byte[] pdf(String html);
}
