package dev.bascule.execution.service;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The browsers that Bascule knows, and where they are on this machine. */
public interface BrowserCatalog {

    /** Every known browser, once for each place where it is, or once without a path where it is nowhere. */
    List<Entry> browsers();

    /** The words of {@code --browsers}. */
    default List<String> ids() {
        return browsers().stream().map(Entry::id).distinct().toList();
    }

    /**
     * @param id the word of {@code --browsers}
     * @param name for people
     * @param path of the executable; empty where it is not installed
     * @param version as the browser tells it; empty where it is not installed
     */
    record Entry(String id, String name, Optional<Path> path, Optional<String> version) {}
}
