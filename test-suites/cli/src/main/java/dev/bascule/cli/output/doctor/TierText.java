package dev.bascule.cli.output.doctor;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.WrappedText;
import dev.bascule.fallback.driver.TierCheck;
import java.util.List;
import java.util.Locale;

/** The tiers of a native backend: a line each, with the evidence, or with why it stopped and the next step. Immutable. */
record TierText(Style style) {
    private static final int WIDTH = 100;
    /** Columns before what is said of a tier, and after the words next step. */
    private static final int EVIDENCE = 21;

    private static final int STEP = 32;

    void append(StringBuilder text, List<TierCheck> tiers) {
        for (TierCheck check : tiers) {
            if (check instanceof TierCheck.Failed failed) {
                line(text, style.bad("✗"), check, failed.reason());
                text.append(" ".repeat(EVIDENCE))
                        .append("next step: ")
                        .append(WrappedText.lines(failed.nextStep(), STEP, STEP, WIDTH))
                        .append('\n');
            } else if (check instanceof TierCheck.Skipped skipped) {
                line(text, style.faint("-"), check, "not looked at: " + skipped.reason());
            } else if (check instanceof TierCheck.Passed passed) {
                line(text, style.good("✓"), check, passed.evidence());
            }
        }
    }

    private void line(StringBuilder text, String mark, TierCheck check, String said) {
        text.append("        ")
                .append(mark)
                .append(String.format(Locale.ROOT, " %-10s ", check.tier().id()))
                .append(style.faint(WrappedText.lines(said, EVIDENCE, EVIDENCE, WIDTH)))
                .append('\n');
    }
}
