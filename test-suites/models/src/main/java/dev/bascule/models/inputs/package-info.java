/** What a model is fed: generated from a seed, read from files, typed in, or cut into frames. */
@NullMarked
package dev.bascule.models.inputs;

import org.jspecify.annotations.NullMarked;
