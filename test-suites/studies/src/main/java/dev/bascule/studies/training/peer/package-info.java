/** Training by an engine of others' that shares neither gradients nor optimizers with Bascule's graphs. */
@NullMarked
package dev.bascule.studies.training.peer;

import org.jspecify.annotations.NullMarked;
