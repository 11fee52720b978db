package dev.bascule.suites.generate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Names files as a suite in the folder {@code bascule} of a project does. What lies outside of the project is to be brought
 * into it, for another machine does not have it. Filled by one thread.
 */
final class ProjectFiles {
    /** The folder of suites. */
    static final String FOLDER = "bascule";
    /** Where what is brought goes, below it. */
    private static final String BROUGHT = "models";

    private final Path project;
    private final List<String> todo = new ArrayList<>();

    ProjectFiles(Path project) {
        this.project = project;
    }

    /** @param what it is, for people */
    String name(Path file, String what) {
        Path whole = file.toAbsolutePath().normalize();
        if (whole.startsWith(project)) {
            String inside = slashes(project.relativize(whole));
            todo.add("commit %s, if it is not yet: %s".formatted(inside, what));
            return "../" + inside;
        }
        String place = "%s/%s/%s".formatted(FOLDER, BROUGHT, whole.getFileName());
        todo.add("copy %s to %s and commit it: %s, which lies outside of the project".formatted(whole, place, what));
        return BROUGHT + "/" + whole.getFileName();
    }

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }

    List<String> todo() {
        return List.copyOf(todo);
    }
}
