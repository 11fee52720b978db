package dev.bascule.nativerunner.torch;

import ai.djl.engine.Engine;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.process.ChildServer;
import dev.bascule.nativerunner.engine.PyTorchEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The child that trains with PyTorch: it is told one run, and then step by step to go on. */
public final class TorchTrainMain {
    private Optional<Run> run = Optional.empty();

    private TorchTrainMain() {}

    private record Run(Path folder, TorchTraining training) {
        ByteBuffer batch() throws IOException {
            return ByteBuffer.wrap(Files.readAllBytes(folder.resolve(TorchRequest.BATCH)));
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        TorchTrainMain child = new TorchTrainMain();
        ChildServer.serve(child::answer, () -> Runtime.getRuntime().halt(1));
    }

    private byte[] answer(String line) throws IOException {
        try {
            return line.startsWith(TorchRequest.OPEN + " ")
                    ? open(Json.MAPPER.readValue(line.substring(TorchRequest.OPEN.length()), TorchRequest.class))
                    : next(line);
        } catch (RefusedException e) {
            throw failed(e);
        } catch (BasculeException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw failed(RefusedException.of(e));
        }
    }

    private byte[] open(TorchRequest request) throws IOException, RefusedException {
        PyTorchEngine engine = PyTorchEngine.start();
        int threads = engine.useThreads(request.threads());
        Path folder = Path.of(request.folder());
        ModelProto model = ModelProto.parseFrom(Files.readAllBytes(folder.resolve(TorchRequest.MODEL)));
        run = Optional.of(new Run(folder, new TorchTraining(request, Engine.getEngine(PyTorchEngine.NAME), model)));
        return Json.MAPPER.writeValueAsBytes(
                new TorchRequest.Opened(engine.identity().version(), threads));
    }

    private byte[] next(String command) throws IOException, RefusedException {
        Run open = run.orElseThrow(() -> new BasculeException(ErrorCode.RECORD_INVALID, "no run is open"));
        if (command.startsWith(TorchRequest.STEP + " ")) {
            double rate = Double.parseDouble(command.substring(TorchRequest.STEP.length()));
            return open.training().step(open.batch(), rate).bytes();
        }
        return switch (command) {
            case TorchRequest.GRADIENTS ->
                open.training().gradients(open.batch()).bytes();
            case TorchRequest.PARAMETERS ->
                TorchAnswers.joined(ByteBuffer.allocate(0), open.training().parameters());
            default -> throw new BasculeException(ErrorCode.RECORD_INVALID, "this is no command");
        };
    }

    private static BasculeException failed(RefusedException refused) {
        return BasculeException.because(
                refused,
                ErrorCode.EXECUTION_FAILED,
                "PyTorch refused: %s: %s".formatted(refused.errorName(), refused.words()));
    }
}
