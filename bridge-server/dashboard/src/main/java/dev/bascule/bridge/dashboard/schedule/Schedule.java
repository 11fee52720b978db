package dev.bascule.bridge.dashboard.schedule;

import dev.bascule.bridge.dashboard.job.JobRequest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be run, and when. Immutable.
 *
 * @param id of this server's schedules
 * @param cron when
 * @param request what
 * @param paused whether its times go by without a run
 * @param author who made it on the dashboard; empty where the command line gave it
 */
public record Schedule(String id, CronExpression cron, JobRequest request, boolean paused, Optional<Author> author) {
    private static final int FIELDS = 5;

    /**
     * @param by a user
     * @param at when it was made
     */
    public record Author(String by, Instant at) {}

    /**
     * Reads {@code '30 2 * * * quickstart zoo:bert-micro'}: five fields of cron, then suites and models.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR}
     */
    public static Schedule parse(String id, String text) {
        List<String> words = Arrays.asList(text.strip().split("\\s+"));
        if (words.size() <= FIELDS) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the schedule '%s' lacks its time or what to run".formatted(text),
                    "five fields of cron, then suites or models: '30 2 * * 1-5 quickstart'");
        }
        CronExpression cron = CronExpression.parse(String.join(" ", words.subList(0, FIELDS)));
        return new Schedule(
                id,
                cron,
                new JobRequest(
                        words.subList(FIELDS, words.size()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Map.of()),
                false,
                Optional.empty());
    }
}
