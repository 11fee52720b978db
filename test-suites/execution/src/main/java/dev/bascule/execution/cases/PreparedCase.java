package dev.bascule.execution.cases;

import dev.bascule.fallback.attempt.CaseInputs;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.numerics.Lineage;
import dev.bascule.fallback.numerics.RoundingRule;
import dev.bascule.suites.setting.ReferenceKind;
import java.nio.file.Files;
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
 * @param outputs the outputs to check, in the model's order
 * @param lineages what rounding did on the way to each output, as far as the model tells
 * @param feeding what it is fed
 * @param settings how it is run
 * @param answers what is known to be right
 * @param notes facts about the inputs worth keeping in the evidence, by name
 */
public record PreparedCase(
        CaseId id,
        ModelInfo model,
        ModelArtifact artifact,
        List<String> outputs,
        Map<String, Lineage> lineages,
        Feeding feeding,
        SessionSettings settings,
        Answers answers,
        Map<String, String> notes) {

    /**
     * What a case is fed.
     *
     * @param feeds its inputs
     * @param sizing how large they are
     * @param followsBatch whether it is fed as many rows as the batch that was asked for
     * @param pipeline how they come from a file or a text; empty where they do not
     * @param by who made them
     */
    public record Feeding(Feeds feeds, Sizing sizing, boolean followsBatch, Optional<CasePipeline> pipeline, FedBy by) {

        /** Made by the host. */
        public Feeding(Feeds feeds, Sizing sizing, boolean followsBatch, Optional<CasePipeline> pipeline) {
            this(feeds, sizing, followsBatch, pipeline, FedBy.HOST);
        }

        /** Without dynamic dimensions, as many rows as it says, and by no pipeline. */
        public static Feeding of(Feeds feeds) {
            return new Feeding(feeds, Sizing.NONE, true, Optional.empty());
        }

        private Feeding with(Sizing other) {
            return new Feeding(feeds, other, followsBatch, pipeline, by);
        }

        /** Inputs that no pipeline makes. */
        private Feeding with(Feeds other) {
            return new Feeding(other, sizing.untold(), followsBatch, Optional.empty());
        }

        private Feeding with(Feeds other, FedBy maker) {
            return new Feeding(other, sizing, followsBatch, pipeline, maker);
        }
    }

    /**
     * Who made a case's inputs.
     *
     * @param bits a word for their bytes where these are not the host's; empty where they are
     * @param wrong why what the page made is not right, where it is not
     */
    public record FedBy(Optional<String> bits, Optional<Failure> wrong) {
        /** The host, or a page that made the same bytes. */
        public static final FedBy HOST = new FedBy(Optional.empty(), Optional.empty());
    }

    /**
     * What is known to be right of a case.
     *
     * @param expected outputs that it is known to have, published or computed, where the case has them; what they leave out the
     *     native CPU says
     * @param sets the published sets that judge it; the feeds are the first one's
     * @param reference who is asked for the rest
     */
    public record Answers(
            Optional<OutputChecker.Reference> expected, List<PublishedSet> sets, ReferenceKind reference) {

        /** Of a case that has to ask the native CPU. */
        public static final Answers NONE = of(Optional.empty());

        public Answers {
            sets = List.copyOf(sets);
        }

        /** Of a case that nobody published inputs of; the native CPU is asked for the rest. */
        public static Answers of(Optional<OutputChecker.Reference> expected) {
            return new Answers(expected, List.of(), ReferenceKind.CPU);
        }

        /** The same of inputs of which nothing is known. */
        private Answers unknown() {
            return new Answers(Optional.empty(), List.of(), reference);
        }
    }

    public PreparedCase {
        outputs = List.copyOf(outputs);
        notes = Map.copyOf(notes);
        lineages = Map.copyOf(lineages);
    }

    public Feeds feeds() {
        return feeding.feeds();
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
        return FedInputs.of(feeds(), feeding.sizing().dims(), feeding.sizing().seed());
    }

    /** Whether its graph can be read for what it needs, and will. */
    public boolean isReadable() {
        return feeding.sizing().refused().isEmpty()
                && artifact.format() == ModelFormat.ONNX
                && Files.isRegularFile(artifact.file());
    }

    /** The same, which is not run for this reason. */
    public PreparedCase refusedFor(CaseRefusal why) {
        Feeding refused = feeding.with(feeding.sizing().refusedFor(why));
        return new PreparedCase(id, model, artifact, outputs, lineages, refused, settings, answers, notes);
    }

    /** The same, run another way. */
    public PreparedCase withSettings(SessionSettings other) {
        return new PreparedCase(id, model, artifact, outputs, lineages, feeding, other, answers, notes);
    }

    /** The same with other inputs, so that what is right has to be found anew. */
    public PreparedCase withFeeds(CaseId other, Feeds fed) {
        return new PreparedCase(
                other, model, artifact, outputs, lineages, feeding.with(fed), settings, answers.unknown(), notes);
    }

    /**
     * The same, fed what a page made of the same file or text.
     *
     * @param told of it, for the evidence
     */
    public PreparedCase fedByPage(Feeds made, FedBy by, Map<String, String> told) {
        return new PreparedCase(
                        id, model, artifact, outputs, lineages, feeding.with(made, by), settings, answers, notes)
                .withNotes(told);
    }

    /** The same with one more fact. */
    public PreparedCase withNote(String name, String note) {
        return withNotes(Map.of(name, note));
    }

    private PreparedCase withNotes(Map<String, String> told) {
        Map<String, String> more = new HashMap<>(notes);
        more.putAll(told);
        return new PreparedCase(id, model, artifact, outputs, lineages, feeding, settings, answers, more);
    }

    /** The same of which only these outputs are looked at. */
    public PreparedCase withOutputs(List<String> some) {
        return new PreparedCase(id, model, artifact, some, lineages, feeding, settings, answers, notes);
    }

    /** The same with another file that takes and gives the same. */
    public PreparedCase withArtifact(ModelArtifact other) {
        return new PreparedCase(id, model, other, outputs, lineages, feeding, settings, answers, notes);
    }
}
