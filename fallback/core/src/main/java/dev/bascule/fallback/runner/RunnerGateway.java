package dev.bascule.fallback.runner;

import dev.bascule.fallback.job.RunnerEnd;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Where runners come in. Launchers ask for an invitation, start something that answers it, and get a runner. */
public interface RunnerGateway {

    /** Invites one runner of this name. */
    Invitation invite(String name, AssetLocator locator);

    /** The version of the engine that pages load from here; empty where it serves none. */
    default Optional<String> servedEngine() {
        return Optional.empty();
    }

    /**
     * @param token to be shown once, in hello
     * @param joined completes when the runner has said what it can do; exceptionally when it never will
     * @param abandon ends it: the runner, joined or not, is gone for this reason
     */
    record Invitation(String token, CompletableFuture<Runner> joined, Abandon abandon) {}

    /** Tells the gateway that a runner's process is gone. */
    @FunctionalInterface
    interface Abandon {
        void because(RunnerEnd end);

        /** For a reason that nobody knows more of than the words. */
        default void because(String reason) {
            because(RunnerEnd.unexplained(reason));
        }
    }
}
