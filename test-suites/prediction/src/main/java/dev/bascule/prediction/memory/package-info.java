/** What a process grows by beyond a model's tensors, by kind of target, as it was measured. */
@NullMarked
package dev.bascule.prediction.memory;

import org.jspecify.annotations.NullMarked;
