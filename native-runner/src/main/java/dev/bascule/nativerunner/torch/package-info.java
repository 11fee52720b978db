/** Training by PyTorch in a child of its own: its automatic differentiation along an ONNX graph, and the updates that it documents. */
@NullMarked
package dev.bascule.nativerunner.torch;

import org.jspecify.annotations.NullMarked;
