/**
 * The model zoo: ONNX graphs with the published architectures and seeded weights, built in Java so that everything runs
 * offline, and small sample assets (a sound, a picture, a sentence, a tokenizer) to feed them with.
 */
@NullMarked
package dev.bascule.models.zoo;

import org.jspecify.annotations.NullMarked;
