package dev.bascule.bridge.discovery;

/**
 * A rule of whoever manages this machine that stands in the way of a measurement.
 *
 * @param file the file or registry key that it is in
 * @param policy its name, as the browser's documentation has it
 * @param value its value, as JSON
 * @param effect what it does here, as the second half of a sentence
 */
public record PolicyFinding(String file, String policy, String value, String effect) {

    @Override
    public String toString() {
        return "%s = %s %s (%s)".formatted(policy, value, effect, file);
    }
}
