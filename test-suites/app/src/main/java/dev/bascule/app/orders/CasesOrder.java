package dev.bascule.app.orders;

import dev.bascule.fallback.cache.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cases as they travel to a worker: one case, its chains, and how it is measured. Files are named by SHA-256 and laid under
 * names of the worker's. Immutable; believed by nobody before {@link CasesOrderReader} has read it.
 *
 * @param version of this form
 * @param run the submitter's
 * @param caseId of the case, which its settings are a part of
 * @param settings by the names of {@code CaseKeys}
 * @param chains each as {@code webgpu->wasm}
 */
record CasesOrder(
        int version,
        Run run,
        String caseId,
        Model model,
        Map<String, String> settings,
        List<String> chains,
        String comparisons,
        String fallBackOn,
        int retries,
        BrowserWish browsers) {
    static final int VERSION = 1;
    private static final int SHOWN = 8;

    /**
     * What this has in common with orders that take as long on one class of hardware: model, chains, settings, inputs and browsers; not the run
     * with its seed. For people the model's hash and the chains, then a digest of all.
     */
    String likeness() {
        CasesOrder ofAnyRun = new CasesOrder(
                version,
                new Run("", "", "", 0, ""),
                "",
                model,
                settings,
                chains,
                comparisons,
                fallBackOn,
                retries,
                browsers);
        String digest = Sha256.of(Words.write(ofAnyRun).getBytes(StandardCharsets.UTF_8));
        return "%s %s #%s".formatted(model.sha256(), String.join(" ", chains), digest.substring(0, SHOWN));
    }

    /**
     * What the run's record says of itself.
     *
     * @param command as its submitter typed it; text for people
     */
    record Run(String id, String suite, String suiteHash, long seed, String command) {}

    /**
     * A model with what it is fed.
     *
     * @param kind {@code zoo}, {@code operation} or {@code pretrained}, of which the reference tells; {@code file} or {@code
     *     folder}, of which the files are
     * @param name in the case's id
     * @param sha256 of the model; no other is run
     * @param files the first is the model; in a folder by their place in it, such as {@code test_data_set_0/input_0.pb}
     * @param expected files of the expected outputs
     */
    record Model(
            String kind,
            String reference,
            String name,
            String sha256,
            List<FileRef> files,
            List<FileRef> expected,
            Map<String, Input> inputs,
            Optional<Pipeline> pipeline,
            Map<String, Long> dims,
            Map<String, String> frames,
            Map<String, String> carry) {}

    /** @param name a plain name; see {@link OrderFiles} */
    record FileRef(String name, String sha256) {}

    /**
     * @param kind {@code file}, {@code text}, {@code literal}, {@code shape} or {@code pipeline}
     * @param value a file's name; else as a suite has it
     * @param sha256 of a file
     */
    record Input(String kind, String value, Optional<String> sha256) {}

    /** What the model's own pipeline is fed. */
    record Pipeline(Optional<FileRef> asset, Optional<String> text, Optional<FileRef> tokenizer) {}
}
