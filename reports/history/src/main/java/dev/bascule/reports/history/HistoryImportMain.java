package dev.bascule.reports.history;

import dev.bascule.fallback.process.ChildServer;
import java.io.IOException;
import java.nio.file.Path;

/** The child of an import, which opens what is foreign: see {@link ChildCopier}. */
public final class HistoryImportMain {
    private HistoryImportMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        ChildServer.serve(
                line -> {
                    ChildCopier.Request request = ChildCopier.Request.parse(line);
                    ForeignCopier.HERE.copy(Path.of(request.from()), Path.of(request.to()));
                    return new byte[0];
                },
                () -> Runtime.getRuntime().halt(1));
    }
}
