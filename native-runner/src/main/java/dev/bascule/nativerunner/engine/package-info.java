/** ONNX Runtime through DJL: sessions, feeds, tensors. */
@NullMarked
package dev.bascule.nativerunner.engine;

import org.jspecify.annotations.NullMarked;
