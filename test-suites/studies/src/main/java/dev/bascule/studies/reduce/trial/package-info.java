/** A model in question, trials of it on engines, and what they find. */
@NullMarked
package dev.bascule.studies.reduce.trial;

import org.jspecify.annotations.NullMarked;
