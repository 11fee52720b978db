package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.text.Glob;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.suites.yaml.YamlNode;
import dev.bascule.suites.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads files of expectations, strictly: an unknown key or word is an error that names the nearest known. Stateless. */
public final class ExpectationReader {
    static final String TOP = "expectations";
    private static final List<String> KEYS = List.of(
            "case", "cases", "expect", "backend", "browser", "engine", "os", "since", "until", "reason", "link");

    private ExpectationReader() {}

    /**
     * @throws BasculeException {@link ErrorCode#SUITE_INVALID}, naming file and line
     */
    public static Expectations read(Path file) {
        try {
            return parse(InputFile.text(file, InputFile.TEXT), file.toString());
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.SUITE_INVALID,
                    "the expectations %s cannot be read: %s".formatted(file, FileErrorText.why(e)),
                    "check the path; --update-expectations makes a new file");
        }
    }

    /**
     * @param source the file's name, for messages
     */
    public static Expectations parse(String text, String source) {
        return new Expectations(
                items(text, source).stream().map(ExpectationReader::entry).toList());
    }

    /** The entries, in order. */
    static List<YamlNode> items(String text, String source) {
        YamlNode.Mapping top =
                YamlReader.read(text, source, ErrorCode.SUITE_INVALID).mapping().knowingOnly(List.of(TOP));
        return top.find(TOP)
                .filter(entries ->
                        !(entries instanceof YamlNode.Scalar scalar && scalar.kind() == YamlNode.Scalar.Kind.NULL))
                .map(YamlNode::items)
                .orElse(List.of());
    }

    private static Expectation entry(YamlNode node) {
        YamlNode.Mapping entry = node.mapping().knowingOnly(KEYS);
        if (entry.find("case").isPresent() == entry.find("cases").isPresent()) {
            throw entry.place().error("an expectation has either 'case', an id or a glob, or 'cases', a list of them");
        }
        List<YamlNode> named = entry.find("cases").map(YamlNode::items).orElseGet(() -> List.of(entry.require("case")));
        List<Glob> cases = named.stream().map(item -> Glob.of(item.text())).toList();
        if (cases.isEmpty()) {
            throw entry.require("cases").wrong("a list of at least one id or glob");
        }
        Set<Verdict> verdicts = verdicts(entry.require("expect"));
        refuseAnything(entry, cases, verdicts);
        return new Expectation(
                cases,
                verdicts,
                new Condition(
                        entry.find("backend").map(ExpectationReader::backend),
                        entry.find("browser").map(ExpectationReader::named),
                        entry.find("engine").map(ExpectationReader::named),
                        entry.find("os").map(name -> Glob.ignoringCase(name.text())),
                        new Lifetime(
                                entry.find("since").map(ExpectationReader::mark),
                                entry.find("until").map(ExpectationReader::mark))),
                entry.find("reason").map(YamlNode::text),
                entry.find("link").map(YamlNode::text),
                place(entry, named));
    }

    /** What may pass or fail is known of single cases: a glob of it would accept whatever its cases come to. */
    private static void refuseAnything(YamlNode.Mapping entry, List<Glob> cases, Set<Verdict> verdicts) {
        Optional<Glob> glob = cases.stream().filter(one -> !one.isExact()).findFirst();
        if (glob.isPresent()
                && verdicts.stream().anyMatch(Verdict::isRight)
                && verdicts.stream().anyMatch(Verdict::isFailure)) {
            throw entry.require("expect")
                    .place()
                    .error("'%s' is a glob, and would take passes and failures alike: name the cases that do both"
                            .formatted(glob.get().text()));
        }
    }

    /** One that is listed twice has its first line. */
    private static EntryPlace place(YamlNode.Mapping entry, List<YamlNode> named) {
        return new EntryPlace(
                entry.place().toString(),
                named.stream()
                        .collect(Collectors.toMap(
                                item -> Glob.of(item.text()),
                                item -> item.place().toString(),
                                (a, b) -> a)));
    }

    private static Set<Verdict> verdicts(YamlNode node) {
        List<YamlNode> words = node instanceof YamlNode.Sequence list ? list.items() : List.of(node);
        EnumSet<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
        for (YamlNode word : words) {
            List<String> known = Arrays.stream(Verdict.values()).map(Enum::name).toList();
            if (!known.contains(word.text())) {
                throw word.place()
                        .error("there is no verdict '%s'%s".formatted(word.text(), Nearest.hint(word.text(), known)));
            }
            verdicts.add(Verdict.valueOf(word.text()));
        }
        if (verdicts.isEmpty()) {
            throw node.wrong("a verdict or a list of them");
        }
        return verdicts;
    }

    private static Glob backend(YamlNode node) {
        String id = node.text();
        if (!id.contains("*")
                && !id.contains("?")
                && Backends.installed().find(id).isEmpty()) {
            List<String> known = Backends.installed().all().stream()
                    .map(backend -> backend.id())
                    .toList();
            throw node.place().error("there is no backend '%s'%s".formatted(id, Nearest.hint(id, known)));
        }
        return Glob.of(id);
    }

    private static Lifetime.Mark mark(YamlNode node) {
        return Lifetime.Mark.parse(node.text())
                .orElseThrow(() -> node.wrong("an engine or browser with a version, such as onnxruntime-web 1.21.0"));
    }

    private static VersionedName named(YamlNode node) {
        return VersionedName.parse(node.text())
                .orElseThrow(() -> node.wrong("a name with versions, such as chrome* >=153 <156"));
    }
}
