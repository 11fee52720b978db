package dev.bascule.reports.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens what another program wrote, a history's file or an export's folder, and copies what was measured into a new file. */
interface ForeignCopier extends AutoCloseable {
    /** In this process: for whoever is a child already. */
    ForeignCopier HERE = ForeignCopier::copyHere;

    /** @throws dev.bascule.fallback.error.BasculeException for what is wrong with the source */
    void copy(Path from, Path to) throws IOException;

    @Override
    default void close() {}

    private static void copyHere(Path from, Path to) throws IOException {
        if (Files.isDirectory(from)) {
            ForeignExport.load(from, to);
        } else {
            ForeignTables.copy(from, to);
        }
    }

    /** Makes one for an import. */
    @FunctionalInterface
    interface Maker {
        /** Of what this build's own tests wrote. */
        Maker HERE = folder -> ForeignCopier.HERE;

        /** @param folder where it may leave what goes with the import */
        ForeignCopier in(Path folder);
    }
}
