/** Models of one operator, named on the command line. */
@NullMarked
package dev.bascule.suites.operator;

import org.jspecify.annotations.NullMarked;
