package dev.bascule.app.generate;

import dev.bascule.fallback.text.FileName;
import dev.bascule.models.source.ModelFileName;
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
        return name(file, String.valueOf(file.toAbsolutePath().normalize().getFileName()), what);
    }

    /** The same of a model's file, which is brought under a name that says which model it is. */
    String model(Path file, String what) {
        String name = String.valueOf(file.getFileName());
        return name(file, ModelFileName.of(file) + name.substring(Math.max(0, name.lastIndexOf('.'))), what);
    }

    /** The same of a model's folder. */
    String modelFolder(Path folder, String what) {
        return name(folder, ModelFileName.of(folder), what);
    }

    private String name(Path file, String called, String what) {
        Path whole = file.toAbsolutePath().normalize();
        if (whole.startsWith(project)) {
            String inside = slashes(project.relativize(whole));
            todo.add("commit %s, if it is not yet: %s".formatted(inside, what));
            return "../" + inside;
        }
        String safe = FileName.of(called);
        String place = "%s/%s/%s".formatted(FOLDER, BROUGHT, safe);
        todo.add("copy %s to %s and commit it: %s, which lies outside of the project".formatted(whole, place, what));
        return BROUGHT + "/" + safe;
    }

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }

    List<String> todo() {
        return List.copyOf(todo);
    }
}
