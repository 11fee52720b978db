@NullMarked
package dev.bascule.workers.broker;

import org.jspecify.annotations.NullMarked;
