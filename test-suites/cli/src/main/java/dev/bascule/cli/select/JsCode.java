package dev.bascule.cli.select;

import static dev.bascule.cli.select.CodeText.quoted;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.studies.select.Candidate;
import dev.bascule.suites.suite.SuiteModel;
import java.util.ArrayList;
import java.util.List;

/** A module of JavaScript for onnxruntime-web. Stateless. */
final class JsCode {
    private JsCode() {}

    static String of(Candidate chosen, SuiteModel model, String why) {
        Backend backend = chosen.target().backend();
        List<String> lines = new ArrayList<>();
        lines.add("// " + CodeText.comment(why));
        CodeText.items(chosen).ifPresent(items -> lines.add("// " + items));
        lines.add("import * as ort from 'onnxruntime-web/%s';"
                .formatted(chosen.target().engine().build().orElse("ort.all").replace("ort.", "")));
        lines.add("");
        lines.add("ort.env.wasm.numThreads = %d;%s"
                .formatted(
                        chosen.threads(),
                        chosen.threads() > 1 ? " // the page must be cross-origin isolated (COOP and COEP)" : ""));
        if (backend.equals(Backends.WEBGPU)) {
            lines.add("ort.env.webgpu.powerPreference = 'high-performance';");
        }
        lines.add("const session = await ort.InferenceSession.create(%s, {".formatted(quoted(CodeText.file(model))));
        lines.add("  executionProviders: [%s],".formatted(provider(chosen)));
        lines.add("  graphOptimizationLevel: '%s',"
                .formatted(CodeText.level(chosen).word()));
        if (backend.equals(Backends.WEBNN)) {
            lines.add("  // a model with dynamic dimensions runs on the CPU in part unless they are fixed here:");
            lines.add("  // freeDimensionOverrides: { NAME: SIZE },");
        }
        lines.add("});");
        return String.join("\n", lines);
    }

    private static String provider(Candidate chosen) {
        return chosen.target().backend().equals(Backends.WEBNN)
                ? "{ name: 'webnn', deviceType: '%s' }".formatted(CodeText.device(chosen))
                : quoted(chosen.target().backend().id());
    }
}
