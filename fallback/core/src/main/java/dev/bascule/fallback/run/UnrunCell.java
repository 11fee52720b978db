package dev.bascule.fallback.run;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import java.util.List;
import java.util.Optional;

/**
 * A cell that a run was to make and did not come to, for it was stopped, or for no machine did it. Nothing is known of it.
 * Immutable.
 *
 * @param browsers names of the browsers that it was to run in; none for a native chain, or where the run did not come to
 *     assigning browsers
 * @param why in a sentence; empty where the run was stopped before it
 */
public record UnrunCell(CaseId caseId, Chain chain, List<String> browsers, Optional<String> why) {
    /** What is said of one whose run was stopped. */
    public static final String STOPPED = "the run was stopped before it";

    public UnrunCell {
        browsers = List.copyOf(browsers);
    }

    /** One that a run which was stopped did not come to. */
    public UnrunCell(CaseId caseId, Chain chain, List<String> browsers) {
        this(caseId, chain, browsers, Optional.empty());
    }

    /** Where it was to run: {@code webgpu→wasm in Chromium 156}. */
    public String where() {
        return browsers.isEmpty() ? chain.toString() : chain + " in " + String.join(", ", browsers);
    }

    /** Why it was not run. */
    public String reason() {
        return why.orElse(STOPPED);
    }
}
