/** Predictions with their intervals: what a user is told of a model on a target where it never ran. */
@NullMarked
package dev.bascule.prediction.predict;

import org.jspecify.annotations.NullMarked;
