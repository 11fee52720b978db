package dev.bascule.studies.bisect.report;

import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.LineResult;
import dev.bascule.studies.bisect.SeenText;
import dev.bascule.studies.bisect.VersionPair;
import dev.bascule.studies.bisect.VersionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A version on its line.
 *
 * @param pair the version with what stays
 * @param version its text
 * @param state good, bad, cannot say; empty where it was not run
 * @param details what it rests on
 * @param marks what it is: an end, the last good, the first bad
 */
record TimelineRow(VersionPair pair, String version, Optional<VersionState> state, String details, List<String> marks) {

    static List<TimelineRow> of(BisectReport report, LineResult line) {
        return line.line().versions().stream()
                .map(version -> row(report, line, version))
                .toList();
    }

    private static TimelineRow row(BisectReport report, LineResult line, String version) {
        Optional<VersionState> state = Optional.ofNullable(line.states().get(version));
        List<String> marks = new ArrayList<>();
        line.boundaries().forEach(boundary -> {
            if (boundary.before().equals(version)) {
                marks.add(boundary.regression() ? "last good" : "last bad");
            }
            if (boundary.after().equals(version)) {
                marks.add(boundary.regression() ? "first bad" : "fixed");
            }
        });
        if (version.equals(line.line().from()) || version.equals(line.line().to())) {
            marks.add("end");
        }
        return new TimelineRow(
                line.at().with(line.axis(), version),
                version,
                state,
                state.map(known -> SeenText.details(report.what(), known)).orElse(""),
                marks);
    }

    String word() {
        return state.map(VersionState::word).orElse("not run");
    }

    /** Letters for styles. */
    String tone() {
        return word().replace(' ', '-');
    }
}
