package dev.bascule.app.run;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.RunHeading;
import java.util.List;

/** The search for the run that a user names. Stateless. */
public final class RunLookup {
    private RunLookup() {}

    /**
     * The run of this id, or the only one whose id begins so.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR}, naming the nearest
     */
    public static RunRecord find(History history, String wanted) {
        return history.find(wanted).orElseThrow(() -> {
            List<String> known =
                    history.runs(RunFilter.ALL).stream().map(RunHeading::id).toList();
            long begun = known.stream().filter(id -> id.startsWith(wanted)).count();
            return new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    begun > 1
                            ? "%d runs begin with '%s'".formatted(begun, wanted)
                            : "there is no run '%s'%s"
                                    .formatted(
                                            wanted,
                                            Nearest.to(wanted, known)
                                                    .map(near -> "; did you mean '" + near + "'?")
                                                    .orElse("")),
                    "bascule history lists the runs that there are");
        });
    }
}
