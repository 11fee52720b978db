package dev.bascule.bridge.dashboard.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What somebody wants to be run, in the command line's words.
 *
 * @param what suites and models by their ids
 * @param backends each measured on its own; the usual ones where empty, none where the list is empty
 * @param chains fallback chains such as {@code webgpu->webnn->wasm}; likewise
 * @param browsers {@code auto}, {@code all}, {@code none}, or ids; likewise
 * @param filters globs on case ids
 * @param settings texts by the settings' ids
 */
public record JobRequest(
        @JsonProperty(required = true) List<String> what,
        Optional<List<String>> backends,
        Optional<List<String>> chains,
        Optional<List<String>> browsers,
        List<String> filters,
        Map<String, String> settings) {

    public JobRequest {
        what = what == null ? List.of() : List.copyOf(what);
        backends = backends.map(List::copyOf);
        chains = chains.map(List::copyOf);
        browsers = browsers.map(List::copyOf);
        filters = filters == null ? List.of() : List.copyOf(filters);
        settings = settings == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(settings));
    }
}
