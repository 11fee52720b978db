package dev.bascule.app.orders;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A replica of a training as it travels to a worker: the graph that it computes by, and where. What it is fed comes later, frame by frame.
 * Immutable; believed by nobody before {@link ReplicaOrderReader} has read it.
 *
 * @param version of this form
 * @param caseId of the network
 * @param settings by the names of {@code CaseKeys}
 * @param backend where it computes
 * @param browser by its id; empty for whichever takes part, and natively
 * @param model SHA-256 of the blob with the graph
 * @param carry outputs by the inputs that they are of the next step
 * @param outputs what each step brings
 * @param silenceMillis after which it ends where nobody asks it anything
 */
record ReplicaOrder(
        int version,
        CasesOrder.Run run,
        String caseId,
        Map<String, String> settings,
        String backend,
        Optional<String> browser,
        String model,
        Map<String, String> carry,
        List<String> outputs,
        long silenceMillis,
        BrowserWish browsers) {
    static final int VERSION = 1;
}
