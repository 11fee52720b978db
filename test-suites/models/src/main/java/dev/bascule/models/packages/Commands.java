package dev.bascule.models.packages;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Runs programs. */
public interface Commands {

    /**
     * @param code the program's exit status
     * @param output its last lines, errors included, where it was run; all of them where it was asked
     */
    record Result(int code, String output) {}

    /** Whether a program can be started at all: it answers {@code --version}, in a folder that is nobody's project. */
    boolean answers(List<String> way);

    /** Runs a program to its end in this folder. */
    Result run(List<String> line, Path folder) throws InterruptedException;

    /**
     * Runs a program that only tells something, in a folder that is nobody's project.
     *
     * @return all that it wrote, errors included; code 124 where it took longer than the limit
     */
    Result ask(List<String> line, Duration limit) throws InterruptedException;
}
