package dev.bascule.fallback.run;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import java.util.List;

/**
 * A cell that a run was to make and did not come to, for it was stopped. Nothing is known of it. Immutable.
 *
 * @param browsers names of the browsers that it was to run in; none for a native chain, or where the run was stopped before
 *     browsers were assigned
 */
public record UnrunCell(CaseId caseId, Chain chain, List<String> browsers) {

    public UnrunCell {
        browsers = List.copyOf(browsers);
    }

    /** Where it was to run: {@code webgpu→wasm in Chromium 156}. */
    public String where() {
        return browsers.isEmpty() ? chain.toString() : chain + " in " + String.join(", ", browsers);
    }
}
