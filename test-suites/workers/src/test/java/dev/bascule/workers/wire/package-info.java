@NullMarked
package dev.bascule.workers.wire;

import org.jspecify.annotations.NullMarked;
