package dev.bascule.bridge.process;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A process and everything it started, remembered by handle, so that all of it can be killed from outside even when the
 * root is gone and its children have another parent. A handle knows when its process started: a later process with the
 * same number is never hit. Thread-safe.
 */
public final class ProcessTree {
    private final ProcessHandle root;
    private final String mark;
    private final Set<ProcessHandle> known = new LinkedHashSet<>();

    /**
     * @param root the process that was started
     * @param mark a text that stands in the command line of every process of this launch and of no other, such as the
     *     path of its profile folder; finds those that left the tree
     */
    public ProcessTree(ProcessHandle root, String mark) {
        if (mark.isBlank()) {
            throw new IllegalArgumentException("a blank mark is in every command line");
        }
        this.root = root;
        this.mark = mark;
        remember();
    }

    /** The trees of every process, but this one, that has the mark in its command line now. */
    static List<ProcessTree> marked(String mark) {
        ProcessHandle self = ProcessHandle.current();
        return ProcessHandle.allProcesses()
                .filter(process ->
                        !process.equals(self) && Processes.commandLine(process).contains(mark))
                .map(process -> new ProcessTree(process, mark))
                .toList();
    }

    public ProcessHandle root() {
        return root;
    }

    /** Looks again for processes that were started since. */
    public synchronized void remember() {
        known.add(root);
        root.descendants().forEach(known::add);
        if (!root.isAlive()) {
            // What the dead root had started has other parents now; what that has started is found below it.
            List.copyOf(known).stream()
                    .filter(ProcessHandle::isAlive)
                    .forEach(orphan -> orphan.descendants().forEach(known::add));
        }
    }

    /** Those that still run. */
    public synchronized List<ProcessHandle> alive() {
        remember();
        return known.stream().filter(Processes::runs).toList();
    }

    /** Kills all of it at once. Never throws, and waits for nothing. */
    public synchronized void kill() {
        // From the root down, so that nobody is left to start what has just been killed anew.
        alive().forEach(ProcessHandle::destroyForcibly);
        ProcessHandle self = ProcessHandle.current();
        ProcessHandle.allProcesses()
                .filter(process ->
                        !process.equals(self) && Processes.commandLine(process).contains(mark))
                .forEach(process -> {
                    known.add(process);
                    process.destroyForcibly();
                });
        alive().forEach(ProcessHandle::destroyForcibly);
    }

    /** Waits until none of it runs; tells whether it came to that in time. */
    public boolean awaitEnd(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        // An interrupt does not end the wait: who is stopped still has to know whether something is left.
        boolean interrupted = false;
        try {
            while (!alive().isEmpty()) {
                if (System.nanoTime() >= deadline) {
                    return false;
                }
                try {
                    Thread.sleep(ProcessWatch.LOOK_EVERY.toMillis());
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
