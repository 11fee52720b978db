package dev.bascule.app.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a test of a cell, or of a model on a target that has no data yet: a suite, a file of known failures where the cell is
 * one, a JUnit 5 class, and a workflow for GitHub Actions. Writes nothing. Stateless.
 */
public final class TestGenerator {
    private TestGenerator() {}

    /**
     * @throws dev.bascule.fallback.error.BasculeException where the model is not to be found, or the cell does not come from
     *     {@code bascule run}
     */
    public static GeneratedTest generate(TestRequest request) {
        TestSubject found = TestSubject.of(request.source(), request.readsSuites());
        HarmlessSetup carried = HarmlessSetup.of(found.setup());
        TestSubject subject = found.with(carried.setup());
        ProjectFiles project = new ProjectFiles(request.project());
        String name = subject.name();
        String suiteFile = ProjectFiles.FOLDER + "/" + name + ".yaml";
        Optional<String> known = KnownText.of(subject);
        Optional<String> knownFile = known.map(any -> ProjectFiles.FOLDER + "/" + name + "-known.yaml");
        List<GeneratedFile> files = new ArrayList<>();
        files.add(new GeneratedFile(suiteFile, SuiteText.of(subject, project)));
        known.ifPresent(text -> files.add(new GeneratedFile(knownFile.orElseThrow(), text)));
        files.add(new GeneratedFile(
                "src/test/java/%s/%s.java"
                        .formatted(request.javaPackage().replace('.', '/'), ClassText.className(name)),
                ClassText.of(subject, request.javaPackage(), suiteFile, knownFile)));
        files.add(new GeneratedFile(
                ".github/workflows/bascule-" + name + ".yml", WorkflowText.of(subject, suiteFile, known.isPresent())));
        List<String> todo = new ArrayList<>(project.todo());
        todo.addAll(carried.todo());
        todo.add(ClassText.todo());
        ClassText.unsaid(subject).ifPresent(todo::add);
        todo.add(WorkflowText.todo());
        return new GeneratedTest(files, todo);
    }
}
