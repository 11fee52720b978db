package dev.bascule.fallback.run;

import dev.bascule.fallback.text.PlainText;

/**
 * One call of the product that makes a run: what a request says of itself, and its record after it. Immutable.
 *
 * @param id of the run, unique, of the form that {@link RunId} asks for
 * @param suite name of the suite; joined with {@code +} where there are several
 * @param suiteHash SHA-256 over the suite's text, or over what was selected of it
 * @param seed of inputs, sampling and resampling
 * @param command as the user typed it
 */
public record Invocation(String id, String suite, String suiteHash, long seed, String command) {

    public Invocation {
        RunId.require(id);
        suite = PlainText.line(suite);
    }
}
