package dev.bascule.app.quantizer;

import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.studies.quantization.QuantizationRequest;
import java.util.Optional;

/** A scheme of another's as a method: what is made is what its program makes of the model's file and of the samples that calibrate. */
record PeerMethod(OrtScheme scheme, OnnxRuntimeQuantizer quantizer) implements Method {
    @Override
    public String name() {
        return scheme.method();
    }

    @Override
    public String summary() {
        return "ONNX Runtime's own quantiser %s, %s".formatted(quantizer.version(), scheme.summary());
    }

    @Override
    public boolean seesCalibration() {
        return scheme.calibrated();
    }

    @Override
    public Optional<String> peer() {
        return Optional.of(QuantizationRequest.ONNX_RUNTIME);
    }

    @Override
    public ComputedIn computedIn() {
        return scheme.computedIn();
    }

    @Override
    public Made make(Source source) {
        return quantizer.make(scheme, source);
    }
}
