/** Known failures: what is expected to go wrong where, and what came out otherwise. */
@NullMarked
package dev.bascule.suites.expectations;

import org.jspecify.annotations.NullMarked;
