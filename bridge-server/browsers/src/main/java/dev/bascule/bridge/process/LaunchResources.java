package dev.bascule.bridge.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a launch puts on this machine, its processes and its profile, and the steps by which both go away again: once it
 * {@link #beginEnd() begins to end}, the processes are killed, then awaited, and the profile is deleted last. The host takes
 * the steps, for it may have more to end between them. Thread-safe.
 */
public final class LaunchResources {
    private static final Logger LOG = LoggerFactory.getLogger(LaunchResources.class);
    private static final Duration DIE = Duration.ofSeconds(5);

    private final ProfileFolder profile;
    private final Runnable net;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile Optional<ProcessTree> processes = Optional.empty();

    /** @param net takes all steps at once, where the JVM ends before the host */
    public LaunchResources(ProfileFolder profile, Runnable net) {
        this.profile = profile;
        this.net = net;
        ShutdownCleanup.add(net);
    }

    /** The profile's folder. */
    public Path path() {
        return profile.path();
    }

    /** A process was started on the profile; whatever it starts belongs to it. */
    public ProcessTree started(ProcessHandle process) {
        ProcessTree tree = new ProcessTree(process, path().toString());
        processes = Optional.of(tree);
        return tree;
    }

    public Optional<ProcessTree> processes() {
        return processes;
    }

    /** Looks which processes there are by now. */
    public void remember() {
        processes.ifPresent(ProcessTree::remember);
    }

    /** Whether it has begun to end. */
    public boolean ended() {
        return ended.get();
    }

    /** Nothing more is to be started; tells whether this was said for the first time. */
    public boolean beginEnd() {
        return !ended.getAndSet(true);
    }

    public void killProcesses() {
        processes.ifPresent(ProcessTree::kill);
    }

    /** Waits for the end of what was killed. */
    public void awaitProcesses() {
        processes.ifPresent(tree -> {
            if (!tree.awaitEnd(DIE)) {
                LOG.warn("processes {} cannot be killed", tree.alive());
            }
        });
    }

    /** Deletes the profile; then there is nothing left to do when the JVM ends. */
    public void deleteProfile() {
        if (profile.delete()) {
            ShutdownCleanup.remove(net);
        } else {
            LOG.warn("the profile {} cannot be deleted", path());
        }
    }
}
