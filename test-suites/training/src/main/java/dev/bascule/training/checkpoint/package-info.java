/** The state of a training run as a file. */
@NullMarked
package dev.bascule.training.checkpoint;

import org.jspecify.annotations.NullMarked;
