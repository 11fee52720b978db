package dev.bascule.bridge.dashboard.job;

import java.util.List;
import java.util.Optional;

/**
 * What a job can be made of.
 *
 * @param suites to be named in a job's {@code what}
 * @param models likewise
 * @param backends of a job's {@code backends}, and the rungs of its {@code chains}
 * @param browsers of a job's {@code browsers}
 * @param chains the usual ones
 * @param settings of a job's {@code settings}
 * @param downloads which models of the hub may be named as {@code hf:org/repo}: {@code *} for any, {@code org/*}, or
 *     {@code org/repo}; none where it is empty
 */
public record Catalog(
        List<SuiteEntry> suites,
        List<ModelEntry> models,
        List<BackendEntry> backends,
        List<BrowserEntry> browsers,
        List<String> chains,
        List<SettingEntry> settings,
        List<String> downloads) {

    public Catalog {
        suites = List.copyOf(suites);
        models = List.copyOf(models);
        backends = List.copyOf(backends);
        browsers = List.copyOf(browsers);
        chains = List.copyOf(chains);
        settings = List.copyOf(settings);
        downloads = List.copyOf(downloads);
    }

    /** @param models how many; empty where nobody has looked into it */
    public record SuiteEntry(String id, String description, Optional<Integer> models) {}

    /**
     * @param source {@code zoo}, or {@code folder} for a file that the server was started with
     * @param parameters trained ones; empty where nobody has counted
     */
    public record ModelEntry(
            String id,
            String name,
            String source,
            Optional<String> family,
            Optional<Long> parameters,
            Optional<Long> bytes,
            String description) {}

    /** @param side {@code browser} or {@code native} */
    public record BackendEntry(String id, String side, String accelerator, List<String> precisions) {
        public BackendEntry {
            precisions = List.copyOf(precisions);
        }
    }

    /** @param version as the browser tells it; empty where it is not installed */
    public record BrowserEntry(String id, String name, Optional<String> version, boolean installed) {}

    /**
     * @param id as in a configuration file
     * @param standard what counts where a job does not say; empty for none
     * @param wanted what its text must be, in words
     */
    public record SettingEntry(
            String id, String option, Optional<String> standard, String wanted, String description) {}
}
