/** What travels between coordinator and workers, and who does it. Values checked where they are read. */
@NullMarked
package dev.bascule.workers.job;

import org.jspecify.annotations.NullMarked;
