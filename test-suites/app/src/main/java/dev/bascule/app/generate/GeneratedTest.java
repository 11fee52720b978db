package dev.bascule.app.generate;

import java.util.List;

/**
 * A test, ready to be looked at and written.
 *
 * @param files the suite first, then known failures if there are any, the JUnit class, the workflow
 * @param todo what is left for a person to do before it runs, each a sentence; mostly nothing but the workflow's variable
 */
public record GeneratedTest(List<GeneratedFile> files, List<String> todo) {
    public GeneratedTest {
        files = List.copyOf(files);
        todo = List.copyOf(todo);
    }
}
