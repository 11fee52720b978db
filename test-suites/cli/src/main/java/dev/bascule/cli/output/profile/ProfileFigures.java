package dev.bascule.cli.output.profile;

import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.ProfileFigure;
import dev.bascule.studies.profile.Rate;
import java.util.Locale;
import java.util.function.Predicate;

/** A profile's figures as text. Stateless. */
final class ProfileFigures {
    /** Where there is no figure. */
    static final String NONE = "-";

    private ProfileFigures() {}

    /** The first figure that is looked for, with its spread; {@link #NONE} where there is none. */
    static String cell(PlaceProfile place, Predicate<ProfileFigure> which, double unit) {
        return place.figures().stream()
                .filter(which)
                .flatMap(figure -> figure.rate().stream())
                .map(rate -> text(rate, unit))
                .findFirst()
                .orElse(NONE);
    }

    static String text(Rate rate, double unit) {
        return number(rate.median() / unit) + spread(rate);
    }

    static String spread(Rate rate) {
        return rate.spread()
                        .map(share -> String.format(Locale.ROOT, " ±%.0f%%", share * 100))
                        .orElse("")
                + (rate.noisy() ? "~" : "");
    }

    /** Three digits that count. */
    static String number(double value) {
        String form = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 0.1 ? "%.2f" : "%.2g";
        return String.format(Locale.ROOT, form, value);
    }

    static String bytes(long bytes) {
        return bytes >= 1 << 20 ? trimmed(bytes / (double) (1 << 20)) + " MiB" : trimmed(bytes / 1024.0) + " KiB";
    }

    private static String trimmed(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.1f", value);
    }
}
