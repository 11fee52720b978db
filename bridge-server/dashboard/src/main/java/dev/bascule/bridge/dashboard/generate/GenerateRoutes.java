package dev.bascule.bridge.dashboard.generate;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.bridge.dashboard.view.CellIds;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.history.CaseRunRef;
import dev.bascule.reports.history.History;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Previews of generated tests, and the same as a file. Neither changes anything here. Thread-safe. */
public final class GenerateRoutes {
    private final TestGeneration generator;
    private final History history;

    public GenerateRoutes(TestGeneration generator, History history) {
        this.generator = generator;
        this.history = history;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/generate", Access.READ, this::preview), Route.get("/generate.zip", Access.READ, this::zip));
    }

    private void preview(Context context, Caller caller) {
        Responses.json(context, generator.generate(wish(context)));
    }

    private void zip(Context context, Caller caller) throws IOException {
        TestGeneration.Generated generated = generator.generate(wish(context));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (TestGeneration.GeneratedFile file : generated.files()) {
                zip.putNextEntry(new ZipEntry(file.path()));
                zip.write(file.text().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        context.header("Cache-Control", "no-store")
                .header("Content-Disposition", "attachment; filename=\"bascule-test.zip\"")
                .contentType("application/zip")
                .result(bytes.toByteArray());
    }

    private TestGeneration.Source wish(Context context) {
        Parameters.knowOnly(context, "cell", "model", "chain", "browser");
        Optional<String> cell = Parameters.text(context, "cell");
        List<String> chain = Parameters.texts(context, "chain");
        Optional<String> browser = Parameters.text(context, "browser");
        if (cell.isPresent()) {
            CaseRunRef ref = CellIds.parse(cell.get());
            RunRecord run = history.find(ref.runId())
                    .filter(found -> found.id().equals(ref.runId())
                            && ref.position() < found.runs().size())
                    .orElseThrow(() -> CellIds.unknown(cell.get()));
            CaseRun measured = run.runs().get(ref.position());
            return chain.isEmpty()
                    ? new TestGeneration.OfCell(run, measured)
                    : new TestGeneration.LikeCell(run, measured, chain, browser);
        }
        if (chain.isEmpty()) {
            throw Problem.thrown(
                    ProblemType.BAD_REQUEST, "name a cell, or a model and a chain: model=ID&chain=webgpu,wasm");
        }
        return new TestGeneration.OfModel(Parameters.required(context, "model"), chain, browser);
    }
}
