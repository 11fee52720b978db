/** Labelled data with fixed splits. */
@NullMarked
package dev.bascule.training.data;

import org.jspecify.annotations.NullMarked;
