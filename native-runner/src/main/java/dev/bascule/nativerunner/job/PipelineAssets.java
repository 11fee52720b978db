package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The files of a pipeline in memory, by role.
 *
 * @param millis what fetching and checking them took
 */
record PipelineAssets(Map<String, byte[]> files, double millis) {

    static PipelineAssets fetch(Map<String, Message.Asset> assets, LongSupplier nanos)
            throws RefusedException, IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        double millis = 0;
        for (Map.Entry<String, Message.Asset> asset : assets.entrySet()) {
            FileFetch fetched =
                    FileFetch.of(asset.getValue().url(), asset.getValue().sha256(), nanos);
            millis += fetched.millis();
            files.put(asset.getKey(), Files.readAllBytes(fetched.file()));
        }
        return new PipelineAssets(files, millis);
    }
}
