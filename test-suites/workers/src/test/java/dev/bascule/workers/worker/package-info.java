@NullMarked
package dev.bascule.workers.worker;

import org.jspecify.annotations.NullMarked;
