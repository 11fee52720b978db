package dev.bascule.studies.profile;

import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Optional;

/**
 * A model of one operator, what it is fed, and what must come out. Immutable.
 *
 * @param subject what it is run for
 * @param name the operator as people call it: {@code matmul}, {@code conv}
 * @param dtype the number format of its tensors
 * @param precision what to ask the engine to compute in, where it takes such a wish; empty for what the model says
 * @param size edge of the matrices, channels of the convolution, bytes of the tensor
 * @param unit what work is counted in
 * @param work of one inference
 * @param model the ONNX file's bytes
 * @param input the value of the input {@code x}
 * @param expected the value of the output {@code y}, by plain arithmetic in 64 bits
 * @param tolerance how far from it a right result may lie
 */
record OperatorWorkload(
        ProfileFigure.Subject subject,
        String name,
        DType dtype,
        Optional<Precision> precision,
        long size,
        Unit unit,
        double work,
        byte[] model,
        Tensor input,
        Tensor expected,
        Tolerance tolerance) {

    /** The format in words: integers by what is multiplied. */
    String format() {
        if (precision.equals(Optional.of(Precision.TF32))) {
            return "tf32";
        }
        return dtype == DType.UINT8 ? "int8" : dtype.wireName();
    }
}
