package dev.bascule.app.orders;

import java.time.Duration;
import java.util.List;

/**
 * Conformance cases as they travel to a worker: ids of cases in one archive, and the columns. Immutable; believed by nobody
 * before {@link ConformanceOrderReader} has read it.
 *
 * @param version of this form
 * @param archive SHA-256 of the blob with the cases
 * @param cases ids, in the order in which they are to be run
 * @param backends a column for each and browser
 * @param workers engines side by side in one page
 * @param caseLimit for one case
 */
record ConformanceOrder(
        int version,
        CasesOrder.Run run,
        String archive,
        List<String> cases,
        List<String> backends,
        int workers,
        Duration caseLimit,
        BrowserWish browsers) {
    static final int VERSION = 1;
}
