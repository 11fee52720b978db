package dev.bascule.campaign;

import java.util.function.Predicate;

/** What is done to a run. */
enum FaultKind {
    /** The process that shows a page crashes. */
    RENDERER_CRASH("SEGV", line -> line.contains("--type=renderer")),
    RENDERER_KILLED("KILL", line -> line.contains("--type=renderer")),
    GPU_KILLED("KILL", line -> line.contains("--type=gpu-process")),
    BROWSER_KILLED("KILL", FaultKind::isBrowser),
    CHILD_KILLED("KILL", line -> line.contains("NativeRunnerMain")),
    CHILD_SEGFAULT("SEGV", line -> line.contains("NativeRunnerMain")),
    /** Every connection of the pages is reset. */
    SOCKET_CUT("", line -> line.contains("--type=renderer")),
    /** Pages, browsers or children stand still for a while, and go on. */
    FREEZE("STOP", line -> isBrowser(line) || line.contains("--type=") || line.contains("NativeRunnerMain")),
    /** The run itself stands still, and all that it started goes on. */
    COORDINATOR_FROZEN("STOP", line -> false),
    /** The disk of the reports fills up. */
    OUT_FULL("", line -> false),
    /** The disk of the history fills up. */
    STORE_FULL("", line -> false),
    /** The system's clock goes forth or back by up to a day, in the run's process. */
    CLOCK_JUMP("", line -> false),
    COORDINATOR_KILLED("KILL", line -> false),
    /** Just when it writes its history. */
    WRITER_KILLED("KILL", line -> false);

    private final String signal;
    private final Predicate<String> hits;

    FaultKind(String signal, Predicate<String> hits) {
        this.signal = signal;
        this.hits = hits;
    }

    private static boolean isBrowser(String line) {
        return line.contains("--user-data-dir=") && !line.contains("--type=");
    }

    String signal() {
        return signal;
    }

    /** Whether it is done to a process with this command line. */
    boolean hits(String commandLine) {
        return hits.test(commandLine);
    }

    /** Whether it ends the process that runs the plan. */
    boolean endsTheRun() {
        return this == COORDINATOR_KILLED || this == WRITER_KILLED;
    }

    /** Whether whatever is measured in a process that it hits is over. */
    boolean isDeadly() {
        return this == RENDERER_CRASH
                || this == RENDERER_KILLED
                || this == BROWSER_KILLED
                || this == CHILD_KILLED
                || this == CHILD_SEGFAULT;
    }

    boolean isOfTheBrowser() {
        return this == RENDERER_CRASH || this == RENDERER_KILLED || this == BROWSER_KILLED;
    }

    /** Whether the run's place is set up for it, of which there can be one. */
    boolean isOfThePlace() {
        return this == OUT_FULL || this == STORE_FULL || this == CLOCK_JUMP;
    }
}
