/** From a failing model to the smallest one that fails in the same way: where it goes wrong first, and what is left of it. */
@NullMarked
package dev.bascule.studies.reduce;

import org.jspecify.annotations.NullMarked;
