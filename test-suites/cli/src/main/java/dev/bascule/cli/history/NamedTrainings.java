package dev.bascule.cli.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.TrainingHeading;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands that trained, by the words for them: an id or how it begins, {@code latest-training}, {@code latest-training~1}. Stateless. */
final class NamedTrainings {
    static final String LATEST = "latest-training";

    private static final Pattern NEWEST = Pattern.compile(LATEST + "(?:~([0-9]{1,6}))?");
    private static final Pattern ID = Pattern.compile("[0-9][0-9a-f-]*");

    private NamedTrainings() {}

    /** Whether the word names a training and nothing else. */
    static boolean isNewest(String word) {
        return NEWEST.matcher(word).matches();
    }

    static boolean mayBe(String word) {
        return isNewest(word) || ID.matcher(word).matches();
    }

    /**
     * Which command it is; empty where the word names none, and where a run's id begins so, too.
     *
     * @throws BasculeException where it names several, or the history has no so old one
     */
    static Optional<String> find(History history, String word) {
        List<String> commands =
                history.trainings().stream().map(TrainingHeading::command).toList();
        Matcher newest = NEWEST.matcher(word);
        if (newest.matches()) {
            int before =
                    Optional.ofNullable(newest.group(1)).map(Integer::parseInt).orElse(0);
            if (commands.size() <= before) {
                throw new BasculeException(
                        ErrorCode.NOTHING_SELECTED_TO_RUN,
                        "'%s' is not there: the history has %s"
                                .formatted(
                                        word,
                                        commands.isEmpty()
                                                ? "no training"
                                                : Figures.counted(commands.size(), "training")),
                        "bascule train mlp");
            }
            return Optional.of(commands.get(before));
        }
        if (commands.contains(word)) {
            return Optional.of(word);
        }
        List<String> like = commands.stream().filter(id -> id.startsWith(word)).toList();
        if (like.isEmpty() || !ID.matcher(word).matches() || isRun(history, word)) {
            return Optional.empty();
        }
        if (like.size() > 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "several trainings begin with '%s': %s".formatted(word, String.join(", ", like)),
                    "name one of them in full");
        }
        return Optional.of(like.get(0));
    }

    private static boolean isRun(History history, String beginning) {
        return history.runs(RunFilter.ALL).stream().anyMatch(run -> run.id().startsWith(beginning));
    }
}
