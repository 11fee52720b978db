/** GGUF, the file format of llama.cpp: read lazily, its blocks mapped exactly to ONNX, its decoders converted. */
@NullMarked
package dev.bascule.models.gguf;

import org.jspecify.annotations.NullMarked;
