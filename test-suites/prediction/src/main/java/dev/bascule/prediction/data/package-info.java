/** What predictions are learned from: models with their work, targets, and times with the sessions that they were taken in. */
@NullMarked
package dev.bascule.prediction.data;

import org.jspecify.annotations.NullMarked;
