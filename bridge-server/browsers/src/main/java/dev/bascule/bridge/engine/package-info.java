/** Versions of onnxruntime-web as npm has them: which files are which build, for which backends. */
@NullMarked
package dev.bascule.bridge.engine;

import org.jspecify.annotations.NullMarked;
