package dev.bascule.suites.models;

import java.nio.file.Path;

/**
 * A file from the hub, in the cache.
 *
 * @param path where it is
 * @param repository such as {@code org/repo}
 * @param revision as asked for
 * @param commit what the revision was when it was fetched
 * @param file path inside the repository
 * @param url where it came from
 * @param fromCache whether the network was not needed
 */
public record HubFile(
        Path path, String repository, String revision, String commit, String file, String url, boolean fromCache) {}
