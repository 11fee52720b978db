/** ONNX's own messages, made in few words: what a model, a node, an attribute and a tensor look like on the wire. */
@NullMarked
package dev.bascule.models.onnx;

import org.jspecify.annotations.NullMarked;
