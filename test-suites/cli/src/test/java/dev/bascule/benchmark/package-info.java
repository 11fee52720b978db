/** What Bascule itself costs: measured against the same work done by hand. Not part of the tests: timing never is. */
@NullMarked
package dev.bascule.benchmark;

import org.jspecify.annotations.NullMarked;
