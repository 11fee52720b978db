/** ONNX files as networks that can be trained: their weights become parameters. */
@NullMarked
package dev.bascule.training.imported;

import org.jspecify.annotations.NullMarked;
