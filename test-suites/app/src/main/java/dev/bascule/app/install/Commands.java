package dev.bascule.app.install;

import java.nio.file.Path;
import java.util.List;

/** Runs programs. */
public interface Commands {

    /**
     * @param code the program's exit status
     * @param output its last lines, errors included
     */
    record Result(int code, String output) {}

    /** Whether a program can be started at all: it answers {@code --version}, in a folder that is nobody's project. */
    boolean answers(List<String> way);

    /** Runs a program to its end in this folder. */
    Result run(List<String> line, Path folder) throws InterruptedException;
}
