package dev.bascule.suites.service;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The browsers that Bascule knows, and where they are on this machine; starts none of them. */
public interface BrowserCatalog {

    List<Entry> browsers();

    /**
     * @param id the word of {@code --browsers}
     * @param name for people
     * @param path of the executable; empty where it is not installed
     * @param version as far as known without starting it
     */
    record Entry(String id, String name, Optional<Path> path, Optional<String> version) {}
}
