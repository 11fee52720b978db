/** Models of one operator, named on the command line. */
@NullMarked
package dev.bascule.models.operator;

import org.jspecify.annotations.NullMarked;
