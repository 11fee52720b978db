package dev.bascule.reports.format;

import dev.bascule.fallback.measure.Samples;
import java.util.Locale;

/** Raw samples as text. Stateless. */
public final class SampleText {
    private SampleText() {}

    /** The samples in milliseconds, four digits each; the full doubles are in run.json. */
    public static String list(Samples samples) {
        StringBuilder text = new StringBuilder();
        for (double millis : samples.millis()) {
            text.append(text.length() == 0 ? "" : ", ").append(String.format(Locale.ROOT, "%.4g", millis));
        }
        return text.toString();
    }
}
