package dev.bascule.fallback.runner;

import java.util.concurrent.CompletableFuture;

/** Where runners come in. Launchers ask for an invitation, start something that answers it, and get a runner. */
public interface RunnerGateway {

    /** Invites one runner of this name. */
    Invitation invite(String name, AssetLocator locator);

    /**
     * @param token to be shown once, in hello
     * @param joined completes when the runner has said what it can do; exceptionally when it never will
     * @param abandon ends it: the runner, joined or not, is gone for this reason
     */
    record Invitation(String token, CompletableFuture<Runner> joined, Abandon abandon) {}

    /** Tells the gateway that a runner's process is gone. */
    @FunctionalInterface
    interface Abandon {
        void because(String reason);
    }
}
