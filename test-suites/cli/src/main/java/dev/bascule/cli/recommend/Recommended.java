package dev.bascule.cli.recommend;

import dev.bascule.prediction.recommend.CandidateModel;
import dev.bascule.prediction.recommend.Recommendation;
import java.util.List;

/**
 * What was found. Immutable.
 *
 * @param machine this one's fingerprint; blank where nobody can tell
 * @param level of intervals
 * @param models that do the task, by bytes and inputs
 * @param targets that were looked at
 * @param gaps what was asked about and is no target yet
 */
record Recommended(
        String task,
        String machine,
        double level,
        List<CandidateModel> models,
        int targets,
        Recommendation recommendation,
        List<Gap> gaps) {

    Recommended {
        models = List.copyOf(models);
        gaps = List.copyOf(gaps);
    }

    /**
     * A backend of which nothing is known here; or all of them.
     *
     * @param command that would settle it
     */
    record Gap(String backend, String reason, String command) {}
}
