/** How a machine joins a coordinator: the address with its token, and the two roles. Pure values. */
@NullMarked
package dev.bascule.workers.join;

import org.jspecify.annotations.NullMarked;
