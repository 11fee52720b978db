package dev.bascule.fallback.protocol;

import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.runner.AssetLocator;
import java.util.ArrayList;
import java.util.List;

/** The addresses that a runner is given for one request. They end with it. */
final class AssetLeases implements AssetLocator, AutoCloseable {
    private final AssetLocator locator;
    private final List<String> addresses = new ArrayList<>();

    AssetLeases(AssetLocator locator) {
        this.locator = locator;
    }

    @Override
    public String locate(ModelArtifact artifact) {
        String address = locator.locate(artifact);
        addresses.add(address);
        return address;
    }

    @Override
    public void close() {
        addresses.forEach(locator::withdraw);
    }
}
