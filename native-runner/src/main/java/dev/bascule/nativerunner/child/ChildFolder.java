package dev.bascule.nativerunner.child;

import dev.bascule.fallback.file.FolderTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The child's folder for temporary files, which its launcher made and deletes; the child itself when it is orphaned. Stateless. */
public final class ChildFolder {
    /** The system property that names it. */
    public static final String PROPERTY = "bascule.child.folder";

    private static final int OWN_TRIES = 10;

    private ChildFolder() {}

    /** While jobs may still write into it: what they add meanwhile goes at the next try. */
    static void deleteOwn() {
        Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of).ifPresent(folder -> {
            for (int turn = 0; turn < OWN_TRIES && Files.exists(folder); turn++) {
                FolderTree.deleteQuietly(folder);
            }
        });
    }
}
