package dev.bascule.nativerunner.speech;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Something to be said. Immutable.
 *
 * @param voice eSpeak NG's name of a language and perhaps a speaker, such as {@code en-us} or {@code de+f3}
 * @param rate in words a minute, 175 as eSpeak has it
 * @param pitch from 0 to 99, 50 as eSpeak has it
 * @param text on one line
 */
public record Utterance(String voice, int rate, int pitch, String text) {
    private static final Pattern VOICE = Pattern.compile("[A-Za-z0-9-]{1,30}(?:\\+[A-Za-z0-9]{1,20})?");
    private static final int SLOWEST = 80;
    private static final int FASTEST = 450;
    private static final int HIGHEST = 99;
    private static final int LONGEST = 500;
    private static final String DIVIDER = "\t";
    private static final int PARTS = 4;

    public Utterance {
        if (!VOICE.matcher(voice).matches()) {
            throw new IllegalArgumentException("'%s' is no name of a voice".formatted(voice));
        }
        if (rate < SLOWEST || rate > FASTEST || pitch < 0 || pitch > HIGHEST) {
            throw new IllegalArgumentException("a rate from %d to %d and a pitch up to %d, not %d and %d"
                    .formatted(SLOWEST, FASTEST, HIGHEST, rate, pitch));
        }
        if (text.isBlank() || text.length() > LONGEST || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a text has one line of at most %d characters".formatted(LONGEST));
        }
    }

    /** As it is sent to a child: one line. */
    String line() {
        return String.join(DIVIDER, voice, Integer.toString(rate), Integer.toString(pitch), text);
    }

    /** What {@link #line} wrote; empty where it is something else. */
    static Optional<Utterance> parse(String line) {
        String[] parts = line.split(DIVIDER, PARTS);
        if (parts.length != PARTS) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new Utterance(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), parts[3]));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
