/** ONNX graphs that are built value by value, each shape known at once. */
@NullMarked
package dev.bascule.training.graph;

import org.jspecify.annotations.NullMarked;
