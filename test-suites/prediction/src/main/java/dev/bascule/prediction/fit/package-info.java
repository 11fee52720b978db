/** Fits of times: each method learns one target from models that were measured on it, and answers for any model's work. */
@NullMarked
package dev.bascule.prediction.fit;

import org.jspecify.annotations.NullMarked;
