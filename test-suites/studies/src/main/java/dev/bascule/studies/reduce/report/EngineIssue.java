package dev.bascule.studies.reduce.report;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.reduce.FailureOrigin;
import dev.bascule.studies.reduce.FaultyNode;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.ReductionStep;
import dev.bascule.studies.reduce.ReproTensors;
import dev.bascule.studies.reduce.trial.FailureSignature;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An issue in Markdown, ready to be filed where the engine is made.
 *
 * @param evidence what the engine showed of where it ran
 */
record EngineIssue(Reduction.Reduced reduced, FailureOrigin origin, Optional<RawEvidence> evidence) {
    private static final int MOST_LINES = 20;
    private static final int MOST_SHAPES = 3;
    private static final Pattern PLACEMENT =
            Pattern.compile("placed on|GetCapability|\\[E:onnxruntime|\\[W:onnxruntime");

    static String title(Reduction.Reduced reduced, FailureOrigin origin) {
        String where = "%s%s"
                .formatted(
                        origin.target().backend().id(),
                        origin.target()
                                .engine()
                                .build()
                                .map(build -> " (" + build + ")")
                                .orElse(""));
        // An operator's name is a word; what is none comes of a model that means mischief.
        String what = reduced.faultyNode()
                .map(faultyNode -> faultyNode.operator().replaceAll("[^\\w.-]", "?"))
                .orElse("model");
        FailureSignature signature = reduced.finding().signature();
        String how = signature instanceof FailureSignature.Wrong wrong
                ? switch (wrong.kind()) {
                    case VALUES -> "gives wrong values";
                    case SHAPE -> "gives an output of the wrong shape";
                    case TYPE -> "gives an output of the wrong type";
                    case ABSENT -> "gives no output";
                }
                : signature instanceof FailureSignature.Late ? "does not come to an end" : "fails";
        return "[%s] %s %s%s".formatted(where, what, how, shapes(reduced));
    }

    private static String shapes(Reduction.Reduced reduced) {
        List<String> words = ReproTensors.tensors(reduced.repro()).values().stream()
                .map(Object::toString)
                .toList();
        return words.isEmpty()
                ? ""
                : " for "
                        + String.join(" and ", words.subList(0, Math.min(MOST_SHAPES, words.size())))
                        + (words.size() > MOST_SHAPES ? " and more" : "");
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("# ").append(title(reduced, origin)).append("\n\n");
        summary(text);
        environment(text);
        reduced.faultyNode().ifPresent(faultyNode -> node(text, faultyNode));
        failure(text);
        run(text);
        made(text);
        evidence.ifPresent(raw -> evidence(text, raw));
        steps(text);
        return text.toString();
    }

    private void summary(StringBuilder text) {
        text.append("`model.onnx` (%s) fails on %s: %s.%n%n"
                .formatted(FindingText.size(reduced.repro()), origin.target(), FindingText.words(reduced.finding())));
        text.append(
                        switch (reduced.criterion().source()) {
                            case CASE -> "Expected values are those that the case itself brings. ";
                            case EXACT -> "Expected values are those of the graph computed in double. ";
                            case NATIVE_CPU ->
                                "Expected values are those of ONNX Runtime's native CPU provider with graph optimisation"
                                        + " off. ";
                        })
                .append(confirmation());
        if (reduced.criterion().published()) {
            reduced.cutShort()
                    .ifPresent(cut -> text.append(" Nothing was made smaller: ")
                            .append(IssueMarkdown.plain(cut.why()))
                            .append('.'));
        }
        text.append("\n\n");
    }

    private String confirmation() {
        return reduced.repeats() == 0
                ? "It was seen to fail once, and **not confirmed**: no further run of it was made at the end."
                : "It failed in %d of %d runs at the end, each in a fresh %s."
                        .formatted(
                                reduced.failures(),
                                reduced.repeats(),
                                origin.target().backend().side() == Side.BROWSER ? "page" : "process");
    }

    private void environment(StringBuilder text) {
        text.append("## Environment\n\n");
        IssueMarkdown.row(
                text, "engine", IssueMarkdown.plain(origin.target().engine().toString()));
        IssueMarkdown.row(text, "backend", origin.target().backend().id());
        origin.webNnDevice().ifPresent(device -> IssueMarkdown.row(text, "deviceType", device));
        IssueMarkdown.row(text, "graph optimisation", origin.graphOptimization().word());
        origin.target().browser().ifPresent(browser -> browser(text, browser));
        origin.target()
                .software()
                .ifPresent(software -> IssueMarkdown.row(text, "software adapter", software ? "yes" : "no"));
        new TreeMap<>(origin.target().adapter()).forEach((name, value) -> {
            if (List.of("vendor", "architecture", "device", "description", "isFallbackAdapter")
                    .contains(name)) {
                IssueMarkdown.row(text, "adapter " + name, IssueMarkdown.plain(value));
            }
        });
        IssueMarkdown.row(text, "system", IssueMarkdown.plain(origin.machine().os()));
        IssueMarkdown.row(
                text, "processor", IssueMarkdown.plain(origin.machine().cpu().name()));
        origin.machine().gpus().forEach(gpu -> IssueMarkdown.row(text, "GPU", IssueMarkdown.plain(gpu.name())));
        for (String name : List.of("crossOriginIsolated", "userAgent", "jspi")) {
            Optional.ofNullable(origin.environment().get(name))
                    .ifPresent(value -> IssueMarkdown.row(text, name, IssueMarkdown.plain(value)));
        }
        text.append('\n');
    }

    private static void browser(StringBuilder text, Browser browser) {
        IssueMarkdown.row(text, "browser", IssueMarkdown.plain(browser.name() + " " + browser.version()));
        IssueMarkdown.row(text, "flags", IssueMarkdown.code(String.join(" ", browser.flags())));
    }

    private void node(StringBuilder text, FaultyNode faultyNode) {
        text.append("## The first wrong node of the model it was found in\n\n");
        IssueMarkdown.row(
                text,
                "operator",
                "%s (%s, opset %d)"
                        .formatted(
                                IssueMarkdown.plain(faultyNode.operator()),
                                IssueMarkdown.plain(faultyNode.domain()),
                                faultyNode.opset()));
        IssueMarkdown.row(
                text,
                "node",
                "%s, number %d of %d"
                        .formatted(IssueMarkdown.code(faultyNode.name()), faultyNode.index() + 1, faultyNode.of()));
        faultyNode.inputs().forEach(input -> IssueMarkdown.row(text, "input", IssueMarkdown.code(input)));
        faultyNode.outputs().forEach(output -> IssueMarkdown.row(text, "output", IssueMarkdown.code(output)));
        faultyNode
                .attributes()
                .forEach((name, value) ->
                        IssueMarkdown.row(text, "attribute", IssueMarkdown.code("%s = %s".formatted(name, value))));
        if (!faultyNode.note().isEmpty()) {
            IssueMarkdown.row(text, "note", IssueMarkdown.plain(faultyNode.note()));
        }
        faultyNode
                .worst()
                .ifPresent(worst -> IssueMarkdown.row(
                        text,
                        reduced.criterion().published() ? "there" : "there, fed by the reference",
                        FindingText.worst(worst)));
        text.append('\n');
    }

    private void failure(StringBuilder text) {
        text.append(reduced.repro().equals(reduced.original()) ? "## The model\n\n" : "## What is left of it\n\n");
        reduced.repro().model().getGraph().getNodeList().forEach(node -> {
            StringBuilder words = new StringBuilder(node.getOpType());
            node.getAttributeList()
                    .forEach(attribute -> words.append(' ')
                            .append(attribute.getName())
                            .append('=')
                            .append(FaultyNode.text(attribute)));
            IssueMarkdown.row(text, "node", IssueMarkdown.code(words.toString()));
        });
        ReproTensors.tensors(reduced.repro())
                .forEach((name, tensor) -> IssueMarkdown.row(
                        text,
                        reduced.repro().inputs().containsKey(name) ? "input" : "weight",
                        IssueMarkdown.code(name) + " " + tensor + FindingText.values(tensor)));
        reduced.repro().outputs().forEach(name -> {
            shown(text, "got", name, reduced.finding().got());
            shown(text, "expected", name, reduced.finding().expected());
        });
        reduced.finding().wrong().ifPresent(wrong -> IssueMarkdown.row(text, "failure", FindingText.worst(wrong)));
        reduced.finding()
                .fault()
                .ifPresent(fault -> IssueMarkdown.row(
                        text,
                        "failure",
                        IssueMarkdown.code(
                                FaultClassifier.classify(fault).failure().message())));
        reduced.finding().fault().ifPresent(fault -> {
            if (fault instanceof Fault.Refused refused) {
                IssueMarkdown.fence(
                        text, refused.message().lines().limit(MOST_LINES).toList());
            }
        });
        text.append('\n');
    }

    private static void shown(StringBuilder text, String role, String name, Map<String, Tensor> tensors) {
        Optional.ofNullable(tensors.get(name))
                .ifPresent(tensor -> IssueMarkdown.row(
                        text, role, IssueMarkdown.code(name) + " " + tensor + FindingText.values(tensor)));
    }

    private void run(StringBuilder text) {
        text.append("## How to see it\n\n");
        if (origin.target().backend().side() == Side.BROWSER) {
            text.append(
                            "In this folder: `python3 -m http.server 8000`, then open http://localhost:8000/ in the browser")
                    .append(
                            origin.target().backend().equals(Backends.WASM)
                                    ? "; it takes no flags."
                                    : ", started with those of the flags above that the backend needs.")
                    .append(" The page runs `model.onnx` with the build of onnxruntime-web ")
                    .append(IssueMarkdown.plain(origin.target().engine().version()))
                    .append(" that lies in `ort/`, on one thread, and loads nothing from elsewhere.\n\n");
        }
        text.append("With Bascule: ")
                .append(IssueMarkdown.code("bascule " + origin.rerun()))
                .append("\n\n");
    }

    private void made(StringBuilder text) {
        text.append("## What it was made of\n\n");
        IssueMarkdown.row(
                text,
                "case",
                "%s (SHA-256 `%s`), %s"
                        .formatted(
                                IssueMarkdown.plain(origin.name()),
                                origin.sha256(),
                                FindingText.size(reduced.original())));
        IssueMarkdown.row(text, "failure of the whole", FindingText.words(reduced.symptom()));
        reduced.symptom().wrong().ifPresent(wrong -> IssueMarkdown.row(text, "there", FindingText.worst(wrong)));
        reduced.symptom()
                .fault()
                .ifPresent(fault -> IssueMarkdown.row(
                        text,
                        "in its words",
                        IssueMarkdown.code(
                                FaultClassifier.classify(fault).failure().message())));
        origin.dataSet().ifPresent(set -> IssueMarkdown.row(text, "data set", IssueMarkdown.plain(set)));
        origin.step().ifPresent(step -> IssueMarkdown.row(text, "step of its frames", Integer.toString(step)));
        IssueMarkdown.row(
                text,
                "steps",
                "%d, of which %d show the failure".formatted(reduced.steps().size(), kept()));
        reduced.cutShort()
                .filter(any -> !reduced.criterion().published())
                .ifPresent(cut -> IssueMarkdown.row(
                        text, "ended early", IssueMarkdown.plain(cut.why()) + "; a smaller one may exist"));
        IssueMarkdown.row(text, "command", IssueMarkdown.code(origin.command()));
        text.append('\n');
    }

    private long kept() {
        return reduced.steps().stream().filter(ReductionStep::accepted).count();
    }

    private static void evidence(StringBuilder text, RawEvidence raw) {
        text.append("## Where it ran, in the engine's words\n\n");
        IssueMarkdown.row(
                text, "granted", raw.granted().map(IssueMarkdown::plain).orElse("nothing"));
        IssueMarkdown.fence(
                text,
                raw.placements().isEmpty()
                        ? placements(raw.log())
                        : raw.placements().stream()
                                .map(node -> "%s (%s): %s".formatted(node.node(), node.operator(), node.provider()))
                                .limit(MOST_LINES)
                                .toList());
        text.append('\n');
    }

    /** The lines that say where nodes were placed; the first ones where none does. */
    private static List<String> placements(List<String> log) {
        List<String> told = log.stream()
                .filter(line -> PLACEMENT.matcher(line).find())
                .limit(MOST_LINES)
                .toList();
        return told.isEmpty() ? log.stream().limit(MOST_LINES).toList() : told;
    }

    private void steps(StringBuilder text) {
        text.append(
                "## Steps\n\n| # | stage | tried | kept | outcome | nodes | elements | ms |\n|--:|---|---|---|---|--:|--:|--:|\n");
        for (ReductionStep step : reduced.steps()) {
            text.append("| %d | %s | %s | %s | %s | %d | %d | %d |%n"
                    .formatted(
                            step.number(),
                            step.stage(),
                            cell(step.what()),
                            step.accepted() ? "yes" : "no",
                            cell(step.why()),
                            step.nodes(),
                            step.elements(),
                            step.took().toMillis()));
        }
    }

    private static String cell(String text) {
        return IssueMarkdown.plain(text);
    }
}
