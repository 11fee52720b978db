package dev.bascule.fallback.runner;

/** Makes a file reachable for one runner and tells where: an allow-listed URL for a page, a file URI for a child. */
@FunctionalInterface
public interface AssetLocator {

    String locate(ModelArtifact artifact);
}
