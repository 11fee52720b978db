/** Reverse-mode differentiation of ONNX graphs. */
@NullMarked
package dev.bascule.training.gradient;

import org.jspecify.annotations.NullMarked;
