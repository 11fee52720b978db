/** Choosing a target by what is known of a model before anything more is measured, and how often that is the best. */
@NullMarked
package dev.bascule.prediction.select;

import org.jspecify.annotations.NullMarked;
