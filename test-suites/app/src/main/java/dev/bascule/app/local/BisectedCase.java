package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.SuiteCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The case of a bisection as a folder that stands alone: the model, its inputs and the outputs that are right, in the ONNX
 * backend-test layout. Of frames the first. Stateless.
 */
final class BisectedCase {
    /** A model this large is left where it is. */
    private static final long LARGEST = 64L << 20;

    private BisectedCase() {}

    /** @return the folder; empty where the model is large or nothing says what is right */
    static Optional<Path> write(Path folder, RunRequest request, RunEnvironmentFactory environments) {
        RunRequest alone = request.with(request.setup().withChoice(new BrowserChoice.None()));
        RunEnvironment environment = environments.open(alone, new TimeBreakdown(), RunListener.silent());
        try {
            SuiteCase wanted = request.cases().get(0);
            long seed = request.invocation().seed();
            ResolvedModel model = environment.resolve(wanted.model().reference());
            PreparedCase testCase = environment.fitted(wanted, model, seed, environment.prepare(wanted, model, seed));
            References.Found found = environment
                    .references(wanted.settings().get(CaseKeys.TIMEOUT))
                    .of(testCase);
            if (testCase.artifact().bytes() > LARGEST
                    // With weights in other files the model's own is not all of it.
                    || !testCase.model().sha256().equals(testCase.artifact().sha256())
                    || !(found instanceof References.Found.Known known)) {
                return Optional.empty();
            }
            write(folder, testCase, known.reference().steps().get(0));
            return Optional.of(folder);
        } finally {
            if (environment.end()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void write(Path folder, PreparedCase testCase, Map<String, Tensor> right) {
        Path data = folder.resolve("test_data_set_0");
        Map<String, Tensor> inputs = testCase.feeds().step(0);
        try {
            Files.createDirectories(data);
            Files.copy(testCase.artifact().file(), folder.resolve("model.onnx"), StandardCopyOption.REPLACE_EXISTING);
            tensors(data, "input", inputs, new ArrayList<>(inputs.keySet()));
            tensors(data, "output", right, testCase.outputs());
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "cannot write the case into '%s': %s".formatted(folder, e));
        }
    }

    private static void tensors(Path data, String role, Map<String, Tensor> tensors, List<String> order)
            throws IOException {
        for (int index = 0; index < order.size(); index++) {
            String name = order.get(index);
            Optional<Tensor> tensor = Optional.ofNullable(tensors.get(name));
            if (tensor.isPresent()) {
                Files.write(
                        data.resolve("%s_%d.pb".formatted(role, index)),
                        Protos.tensor(name, tensor.get()).toByteArray());
            }
        }
    }
}
