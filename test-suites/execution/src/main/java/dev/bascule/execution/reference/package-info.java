/** What outputs are compared with, by which tolerance, and the challenges that show whether they were computed. */
@NullMarked
package dev.bascule.execution.reference;

import org.jspecify.annotations.NullMarked;
