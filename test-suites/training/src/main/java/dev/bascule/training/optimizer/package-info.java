/** Optimizers as nodes of an ONNX graph. */
@NullMarked
package dev.bascule.training.optimizer;

import org.jspecify.annotations.NullMarked;
