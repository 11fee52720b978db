@NullMarked
package dev.bascule.workers.coordinator;

import org.jspecify.annotations.NullMarked;
