package dev.bascule.suites.suite;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What can be observed on a case and a target beyond an attempt. */
public enum ScenarioKind {
    /** A fresh profile, the same page again, a new page of the same profile: what each costs to create and to run first. */
    VISITS("visits", "repeats", 3, "fresh profile, same page, second visit"),
    /** Whether outputs change after another backend, another model, or a release was in the page. */
    STATE_LEAK("state-leak", "recreations", 5, "outputs that change after another backend or model"),
    /** Create, run and release over and over in one page: whether memory grows. */
    SOAK("soak", "cycles", 30, "memory over many cycles"),
    /** Sound as it comes, in real time. */
    STREAM("stream", "seconds", 8, "sound in real time"),
    /** One sound in WAV, Opus, MP3, AAC and FLAC: what the browser's decoders make of it. */
    DECODE("decode", "repeats", 3, "one sound in five codings"),
    /** Samples whose right answers are known, each prepared by the target's own pipeline. */
    ACCURACY("accuracy", "samples", 24, "answers to samples that are known"),
    /** What a model that makes sound makes, beside the reference: how an ear would tell them apart. */
    SYNTHESIS("synthesis", "seconds", 2, "sound that a model makes, beside the reference, to listen to"),
    /** A case's sound or picture through each way of the browser's media stack. */
    MEDIA("media", "repeats", 3, "sound and pictures through the browser's recorders, codecs and devices"),
    /** Pages whose text is known, read by three models in a row. */
    OCR("ocr", "pages", 12, "pages read by three models in a row"),
    /** A phrase among other sentences, streamed through three models in a row. */
    WAKE_WORD("wake-word", "sounds", 24, "a phrase among other sentences, through three models in a row"),
    /** The model cut in parts that run on several devices. */
    SPLIT("split", "pairs", 6, "one model cut over several devices"),
    /** Samples spread over copies of the model on several devices. */
    REPLICAS("replicas", "samples", 100, "samples spread over copies on several devices"),
    /** The batch size with the most inferences a second within limits. */
    BATCH_SEARCH("batch-search", "highest", 64, "the batch with the most inferences a second within limits"),
    /** The fastest precision that is right enough. */
    PRECISION_SEARCH("precision-search", "pairs", 6, "the fastest precision that is right enough"),
    /** What each level of rewriting the graph brings. */
    OPTIMIZATION_LEVELS("optimization-levels", "pairs", 6, "what rewriting the graph brings");

    private final String id;
    private final String countName;
    private final int usualCount;
    private final String phrase;

    ScenarioKind(String id, String countName, int usualCount, String phrase) {
        this.id = id;
        this.countName = countName;
        this.usualCount = usualCount;
        this.phrase = phrase;
    }

    /** Its word in suites, on the command line and in results. */
    public String id() {
        return id;
    }

    /** What its count counts, as a key in suites. */
    public String countName() {
        return countName;
    }

    /** The count where nobody said another. */
    public int usualCount() {
        return usualCount;
    }

    /** What it observes, as help says it in brackets. */
    public String phrase() {
        return phrase;
    }

    /** Whether it is played on several devices at once, which must be named; it is recorded with the first of them. */
    public boolean isOverDevices() {
        return this == SPLIT || this == REPLICAS;
    }

    /** Whether it is the browser's business more than the backend's: once in each browser is enough. */
    public boolean isOfBrowser() {
        return this == MEDIA;
    }

    public static Optional<ScenarioKind> find(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id.equals(id)).findFirst();
    }

    public static List<String> ids() {
        return Arrays.stream(values()).map(ScenarioKind::id).toList();
    }
}
