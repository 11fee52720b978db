package dev.bascule.models.packages;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A file of a package, in the cache, with all that the package has beside it.
 *
 * @param path where it is
 * @param reference which it is, version and file known
 * @param archiveSha256 of the package as it was fetched
 * @param download from asking for the package to having it unpacked; empty where it was in the cache
 */
public record PackageFile(Path path, PackageReference reference, String archiveSha256, Optional<Duration> download) {}
