/** Policies beside each other, over seeds. Pure. */
@NullMarked
package dev.bascule.scheduling.simulate.compare;

import org.jspecify.annotations.NullMarked;
