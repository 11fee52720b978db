/** Training on several targets: gradients, trajectories and accuracies, each held against what is known. */
@NullMarked
package dev.bascule.studies.training;

import org.jspecify.annotations.NullMarked;
