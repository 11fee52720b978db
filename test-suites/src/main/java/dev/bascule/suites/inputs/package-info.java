/** What a model is fed: generated from a seed, read from files, typed in, or cut into frames. */
@NullMarked
package dev.bascule.suites.inputs;

import org.jspecify.annotations.NullMarked;
