package dev.bascule.reports.scenario;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What reports say of scenarios. Stateless. */
public final class ScenarioWords {
    private record Words(String title, String meaning) {}

    private static final Map<String, Words> KNOWN = Map.ofEntries(
            words(
                    "batch-search",
                    "Batch search",
                    "Inferences a second at each batch size that was measured, each in a process of its own. The chosen one"
                            + " has the most within the limits; a smaller one whose interval overlaps ties and wins."),
            words(
                    "precision-search",
                    "Precision search",
                    "The same model in other precisions: how fast against its own, in turn, and how far off. A ratio below"
                            + " 1 is faster. What is chosen is within the limit of accuracy and surely faster."),
            words(
                    "optimization-levels",
                    "Levels of graph optimization",
                    "Each level of rewriting the graph against none, in turn, outputs checked at each. A ratio below 1 is"
                            + " faster; an interval that holds 1 shows no difference."),
            words(
                    "visits",
                    "Visits: cold, warm, again",
                    "What a user waits for in a browser that never saw the model, in the same page again, and on a second"
                            + " visit, when the browser's caches may help. Medians; every visit's time is kept."),
            words(
                    "state-leak",
                    "State leaks",
                    "Whether outputs stay what they were when a page switches the backend and back, has two models in turn,"
                            + " or releases a session and makes it anew. A change beyond the tolerance is WRONG."),
            words(
                    "soak",
                    "Soak: memory over cycles",
                    "The same model created, run and released again and again. Growth is the slope of the readings over"
                            + " cycles with its 95 % interval: an interval that holds 0 shows no growth."),
            words(
                    "decode",
                    "Decoding sound",
                    "One sound in WAV, Opus, MP3, AAC and FLAC: what the browser decodes, how long that takes, and how like the"
                            + " WAV it sounds. A codec that is missing is a note; one that gives another sound is WRONG."),
            words(
                    "synthesis",
                    "Sound that is made",
                    "What the model makes beside the reference: signal to noise, and how far their log-mel spectra lie apart;"
                            + " with the same figure of the reference played backwards, as a control. A mean difference of"
                            + " more than 1 dB, about the least that an ear notices, is WRONG."),
            words(
                    "media",
                    "Media: sound and pictures through the browser",
                    "The case's sound or picture through each way into the page that the browser has: how much is lost, moved by the"
                            + " delay and at the same level, how long it takes, and how far the model's outputs move. A way that is"
                            + " missing is a note; one that brings silence, black or something else has FAILED."),
            words(
                    "accuracy",
                    "Answers: samples that are known",
                    "Samples with known answers, made on the spot and prepared by the target's own pipeline. Right answers come with"
                            + " Wilson's 95 % interval, and beside them what is right by chance, with the labels shuffled. A target"
                            + " that answers otherwise than native CPU is WRONG; an answer that the model does not know is not."),
            words(
                    "ocr",
                    "Pages read: three models in a row",
                    "Pages with known text, some upside down, from the picture to the text: a detector finds the lines, a"
                            + " classifier says which way up each is, a recogniser reads it. The character error rate has a 95 %"
                            + " interval over pages; beside it stands what it would be with the labels shuffled, and native CPU's."
                            + " Times are medians a page: a model's is the engine's call, the host's work and the ways stand"
                            + " apart. A target that reads anything else than native CPU is WRONG."),
            words(
                    "wake-word",
                    "A wake word: three models in a row",
                    "\"Hey Jarvis\" said by several voices of eSpeak NG, among other sentences, streamed by frames of 80 ms: log-mel"
                            + " frames, an embedding of speech, and how surely the phrase was said. Shares come with Wilson's 95 %"
                            + " interval; beside them stands what is right by chance, with the labels shuffled. A time is the"
                            + " median over sounds of each sound's mean frame: a model's is the engine's call. A target whose scores are not native CPU's is WRONG; a phrase"
                            + " that the model misses is not."),
            words(
                    "stream",
                    "Real-time audio",
                    "Audio fed at the rate at which it is heard. A real-time factor below 1 keeps up; dropped frames were"
                            + " never heard by the model."),
            words(
                    "split",
                    "Split: one model over several devices",
                    "The model cut in parts that run one after the other, each on a device of its own. What a part computes"
                            + " and the ways of the tensors between device and host are measured apart; predicted figures say"
                            + " so and stand beside measured ones, never among them. The same items go through the parts in turn"
                            + " and overlapped, where one part has an item while the part before it has the next."),
            words(
                    "replicas",
                    "Replicas: samples spread over devices",
                    "Copies of the model on several devices share the samples: idle ones steal, and what a lost device was at"
                            + " is finished by the others. Each sample has exactly one answer, which is checked."));

    private ScenarioWords() {}

    private static Map.Entry<String, Words> words(String scenario, String title, String meaning) {
        return Map.entry(scenario, new Words(title, meaning));
    }

    public static String title(String scenario) {
        return Optional.ofNullable(KNOWN.get(scenario)).map(Words::title).orElse(scenario);
    }

    /** What its figures mean, in a sentence or two; empty for a scenario of which no more is known than its id. */
    public static String meaning(String scenario) {
        return Optional.ofNullable(KNOWN.get(scenario)).map(Words::meaning).orElse("");
    }

    /** {@code webgpu in Firefox 153}, or {@code cpu, native}. */
    public static String where(Target target) {
        return target.backend().id()
                + target.browser()
                        .map(Browser::label)
                        .map(label -> " in " + label)
                        .orElse(", native");
    }

    /** {@code 5 PASS, 1 WRONG}: how the scenarios went, best first. */
    public static String tally(List<ScenarioRun> runs) {
        Map<Verdict, Long> counts =
                runs.stream().collect(Collectors.groupingBy(ScenarioRun::verdict, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    /** All that was said of a run but its figures: why it is no pass, then its notes. */
    public static List<String> remarks(ScenarioRun run) {
        return java.util.stream.Stream.concat(
                        run.failure().map(why -> why.code() + ": " + why.message()).stream(),
                        run.observed().notes().stream())
                .toList();
    }

    /** The growth that belongs to a figure of readings: the one of the same part, in its unit a cycle. */
    public static Optional<Figure> growthOf(Figure readings, ScenarioRun run) {
        return run.observed().figures().stream()
                .filter(figure -> figure.unit().equals(readings.unit() + "/cycle"))
                .filter(figure -> FigureName.of(figure)
                        .row()
                        .equals(FigureName.of(readings).row()))
                .findFirst();
    }
}
