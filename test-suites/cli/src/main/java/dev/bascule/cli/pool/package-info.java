/** Which models run where on this machine, planned from what is known of it. */
@NullMarked
package dev.bascule.cli.pool;

import org.jspecify.annotations.NullMarked;
