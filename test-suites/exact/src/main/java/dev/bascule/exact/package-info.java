/** The exact reference: ONNX graphs run in double, with what rounding alone may make of their outputs. */
@NullMarked
package dev.bascule.exact;

import org.jspecify.annotations.NullMarked;
