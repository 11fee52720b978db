package dev.bascule.execution;

import dev.bascule.fallback.attempt.CaseInputs;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.numerics.Lineage;
import dev.bascule.fallback.numerics.RoundingRule;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.ModelArtifact;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A case with everything that a runner needs, the identical bytes for every target.
 *
 * @param id the case
 * @param model what runs
 * @param artifact its file
 * @param feeds its inputs
 * @param outputs the outputs to check, in the model's order
 * @param settings how it is run
 * @param expected outputs that it is known to have, published or computed, where the case has them; what they leave out the native
 *     CPU says
 * @param notes facts about the inputs worth keeping in the evidence, by name
 * @param followsBatch whether it is fed as many rows as the batch that was asked for
 * @param pagePipelines by browser, why what its page's own input pipeline makes is not right; browsers that it is right in
 *     are left out
 * @param sets the published sets that judge it; the feeds are the first one's
 * @param sizing how large its inputs are
 * @param lineages what rounding did on the way to each output, as far as the model tells
 */
public record PreparedCase(
        CaseId id,
        ModelInfo model,
        ModelArtifact artifact,
        Feeds feeds,
        List<String> outputs,
        SessionSettings settings,
        Optional<OutputChecker.Reference> expected,
        Map<String, String> notes,
        boolean followsBatch,
        Map<String, Failure> pagePipelines,
        List<PublishedSet> sets,
        Sizing sizing,
        Map<String, Lineage> lineages) {

    /** A case without dynamic dimensions, of which the model tells nothing of rounding. */
    public PreparedCase(
            CaseId id,
            ModelInfo model,
            ModelArtifact artifact,
            Feeds feeds,
            List<String> outputs,
            SessionSettings settings,
            Optional<OutputChecker.Reference> expected,
            Map<String, String> notes,
            boolean followsBatch,
            Map<String, Failure> pagePipelines,
            List<PublishedSet> sets) {
        this(
                id,
                model,
                artifact,
                feeds,
                outputs,
                settings,
                expected,
                notes,
                followsBatch,
                pagePipelines,
                sets,
                Sizing.NONE,
                Map.of());
    }

    /** A case that nobody published inputs of, fed by no page. */
    public PreparedCase(
            CaseId id,
            ModelInfo model,
            ModelArtifact artifact,
            Feeds feeds,
            List<String> outputs,
            SessionSettings settings,
            Optional<OutputChecker.Reference> expected,
            Map<String, String> notes,
            boolean followsBatch) {
        this(id, model, artifact, feeds, outputs, settings, expected, notes, followsBatch, Map.of(), List.of());
    }

    /** A case that is fed as many rows as it says. */
    public PreparedCase(
            CaseId id,
            ModelInfo model,
            ModelArtifact artifact,
            Feeds feeds,
            List<String> outputs,
            SessionSettings settings,
            Optional<OutputChecker.Reference> expected,
            Map<String, String> notes) {
        this(id, model, artifact, feeds, outputs, settings, expected, notes, true);
    }

    public PreparedCase {
        outputs = List.copyOf(outputs);
        notes = Map.copyOf(notes);
        pagePipelines = Map.copyOf(pagePipelines);
        sets = List.copyOf(sets);
        lineages = Map.copyOf(lineages);
    }

    /**
     * How far outputs may lie from a reference that was computed: what rounding may come to, by all its nodes where the model
     * does not tell what leads to an output.
     */
    public RoundingRule rounding() {
        return new RoundingRule(lineages, Lineage.of(model.nodes()));
    }

    /** What it is fed. */
    public CaseInputs inputs() {
        return FedInputs.of(feeds, sizing.dims(), sizing.seed());
    }

    /** The same, which is not run for this reason. */
    public PreparedCase refusedFor(CaseRefusal why) {
        return new PreparedCase(
                id,
                model,
                artifact,
                feeds,
                outputs,
                settings,
                expected,
                notes,
                followsBatch,
                pagePipelines,
                sets,
                new Sizing(sizing.dims(), sizing.seed(), sizing.generated(), sizing.choices(), Optional.of(why)),
                lineages);
    }

    /** The same, run another way. */
    public PreparedCase withSettings(SessionSettings other) {
        return new PreparedCase(
                id,
                model,
                artifact,
                feeds,
                outputs,
                other,
                expected,
                notes,
                followsBatch,
                pagePipelines,
                sets,
                sizing,
                lineages);
    }

    /** The same with other inputs, so that what is right has to be found anew. */
    public PreparedCase withFeeds(CaseId other, Feeds fed) {
        return new PreparedCase(
                other,
                model,
                artifact,
                fed,
                outputs,
                settings,
                Optional.empty(),
                notes,
                followsBatch,
                pagePipelines,
                List.of(),
                sizing.untold(),
                lineages);
    }

    /** The same with one more fact. */
    public PreparedCase withNote(String name, String note) {
        Map<String, String> more = new HashMap<>(notes);
        more.put(name, note);
        return new PreparedCase(
                id,
                model,
                artifact,
                feeds,
                outputs,
                settings,
                expected,
                more,
                followsBatch,
                pagePipelines,
                sets,
                sizing,
                lineages);
    }

    /** The same with another file that takes and gives the same. */
    public PreparedCase withArtifact(ModelArtifact other) {
        return new PreparedCase(
                id,
                model,
                other,
                feeds,
                outputs,
                settings,
                expected,
                notes,
                followsBatch,
                pagePipelines,
                sets,
                sizing,
                lineages);
    }
}
