/** What is in an ONNX file: its graph, ports, tensors and data sets, and what follows from them. */
@NullMarked
package dev.bascule.models.graph;

import org.jspecify.annotations.NullMarked;
