package dev.bascule.fallback.fuzz;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What libFuzzer and Jazzer said of a target.
 *
 * @param runs inputs that were tried
 * @param coverage edges that were reached
 * @param corpus inputs that are worth keeping, as {@code 12/340b}
 * @param finding what was found, in its first line
 */
record FuzzLog(long runs, int coverage, String corpus, Optional<String> finding) {
    static final String FAILED = "FAILED";

    private static final Pattern STATUS =
            Pattern.compile("^#(\\d+)\\s+\\w+.* cov: (\\d+) .*corp: (\\S+)", Pattern.MULTILINE);
    private static final Pattern DONE =
            Pattern.compile("^(?:Done (\\d+) runs|stat::number_of_executed_units: +(\\d+))", Pattern.MULTILINE);
    private static final Pattern FINDING =
            Pattern.compile("^(?:== Java Exception: |==\\d+== ERROR: |" + FAILED + " of )(.*)$", Pattern.MULTILINE);

    static FuzzLog of(String log) {
        long runs = 0;
        int coverage = 0;
        String corpus = "-";
        Matcher status = STATUS.matcher(log);
        while (status.find()) {
            runs = Long.parseLong(status.group(1));
            coverage = Integer.parseInt(status.group(2));
            corpus = status.group(3);
        }
        Matcher done = DONE.matcher(log);
        while (done.find()) {
            runs = Math.max(runs, Long.parseLong(done.group(1) == null ? done.group(2) : done.group(1)));
        }
        Matcher finding = FINDING.matcher(log);
        return new FuzzLog(
                runs,
                coverage,
                corpus,
                finding.find() ? Optional.of(finding.group(1).strip()) : Optional.empty());
    }
}
