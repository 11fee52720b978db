/** Real runs that faults are done to at random moments, and what must hold afterwards. */
@NullMarked
package dev.bascule.campaign;

import org.jspecify.annotations.NullMarked;
