package dev.bascule.fallback.runner;

import dev.bascule.fallback.job.ModelArtifact;

/** Makes a file reachable for one runner and tells where: an allow-listed URL for a page, a file URI for a child. */
@FunctionalInterface
public interface AssetLocator {

    String locate(ModelArtifact artifact);

    /** What the address was for is over: from now on it leads nowhere. A file that its reader finds by itself stays. */
    default void withdraw(String address) {}
}
