@NullMarked
package dev.bascule.workers;

import org.jspecify.annotations.NullMarked;
