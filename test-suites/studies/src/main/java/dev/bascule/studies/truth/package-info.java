/** How far each target's values lie from the exact ones, node by node. */
@NullMarked
package dev.bascule.studies.truth;

import org.jspecify.annotations.NullMarked;
