/** Sessions that a study opens at one place, beyond those of a run's attempts. */
@NullMarked
package dev.bascule.studies.session;

import org.jspecify.annotations.NullMarked;
