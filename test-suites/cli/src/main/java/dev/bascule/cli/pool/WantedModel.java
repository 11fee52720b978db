package dev.bascule.cli.pool;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A model as it was asked for.
 *
 * @param reference as {@code run} takes it
 * @param rate in requests per second
 */
record WantedModel(String reference, double rate) {
    private static final Pattern WITH_RATE = Pattern.compile("(.+)=(\\d{1,9}(?:\\.\\d{1,9})?)");

    /** {@code MODEL} or {@code MODEL=RATE}; what stands behind the last {@code =} and is no number belongs to the model. */
    static WantedModel parse(String text) {
        Matcher matcher = WITH_RATE.matcher(text);
        if (!matcher.matches()) {
            return new WantedModel(text, 1);
        }
        double rate = Double.parseDouble(matcher.group(2));
        if (rate == 0) {
            throw PoolOptions.usage("%s: a rate of 0 asks for nothing".formatted(text));
        }
        return new WantedModel(matcher.group(1), rate);
    }
}
