package dev.bascule.reports.export;

import dev.bascule.reports.compatibility.FamilyCoverage;
import dev.bascule.reports.compatibility.FamilyTable;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.time.Instant;

/**
 * The table of families as one self-contained page.
 *
 * @param table what it shows
 * @param coverage how much of it was measured
 * @param writtenAt when
 */
public record FamilyPage(FamilyTable table, FamilyCoverage coverage, Instant writtenAt) {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    public static String render(FamilyTable table, FamilyCoverage coverage, Instant writtenAt) {
        StringOutput out = new StringOutput();
        TEMPLATES.render("families/page.jte", new FamilyPage(table, coverage, writtenAt), out);
        return out.toString();
    }
}
