package dev.bascule.studies.select;

import java.time.Duration;
import java.util.Optional;

/**
 * Which way to run a model is best here, and how sure that is. Immutable.
 *
 * @param model its name
 * @param sha256 of its bytes
 * @param objective what is least
 * @param result what came of trying and racing
 * @param prepared before anything was tried: browsers started, inputs and reference made
 */
public record SelectReport(
        String model, String sha256, Objective objective, SelectStudy.Result result, Duration prepared) {

    /** The answer; empty where no candidate was right within the limits. */
    public Optional<Finding> chosen() {
        return result.chosen();
    }

    /** How sure it is. */
    public Ending ending() {
        return result.ending();
    }

    /** How sure an answer is. */
    public enum Ending {
        /** All that may be better were tried, and are surely worse or within 5 %. */
        SEPARATED("surely the best of those tried, or within 5 % of it"),
        /** The budget ended before that. */
        BUDGET_OVER("the best when the budget was over; others were not surely worse, or not tried"),
        /** All others failed. */
        ONLY_ONE("the only one that is right here"),
        /** Of what is not raced, such as memory. */
        ONE_READING("the least of one reading of each"),
        /** All were tried, and none is. */
        NONE("none is right here within the limits"),
        /** None was, and not all were tried. */
        NOTHING_FOUND("none is known to be right within the limits; not all were tried, or could be told"),
        /** The user's own doing. */
        INTERRUPTED("stopped by the user");

        private final String words;

        Ending(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }
}
