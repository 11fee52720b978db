/** Training steps: forward, backward and update as ONNX models. */
@NullMarked
package dev.bascule.training.step;

import org.jspecify.annotations.NullMarked;
