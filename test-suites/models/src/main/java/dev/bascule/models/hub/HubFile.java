package dev.bascule.models.hub;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A file from the hub, in the cache.
 *
 * @param path where it is
 * @param repository such as {@code org/repo}
 * @param revision as asked for
 * @param commit what the revision was when it was fetched; where a mirror does not say, a name made from the file
 * @param file path inside the repository
 * @param url where it came from
 * @param download from asking for it to having it whole and checked; empty where it was in the cache
 */
public record HubFile(
        Path path,
        String repository,
        String revision,
        String commit,
        String file,
        String url,
        Optional<Duration> download) {

    /** Whether the network brought nothing of it. */
    public boolean fromCache() {
        return download.isEmpty();
    }

    /** Another file of the same state of the repository: of the commit where it is known, not of a branch that moves. */
    public HubReference sibling(String name) {
        String state = commit.matches("[0-9a-f]{40}") ? commit : revision;
        return new HubReference(repository, state, Optional.of(name));
    }
}
