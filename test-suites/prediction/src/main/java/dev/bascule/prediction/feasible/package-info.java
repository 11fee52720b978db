/** Whether a model is expected to run on a target at all, before anything ran: by its own ends there, by others' and by its operators. */
@NullMarked
package dev.bascule.prediction.feasible;

import org.jspecify.annotations.NullMarked;
