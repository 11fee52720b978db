/** ONNX's operators as calls of PyTorch, through which its automatic differentiation follows. */
@NullMarked
package dev.bascule.nativerunner.operator;

import org.jspecify.annotations.NullMarked;
