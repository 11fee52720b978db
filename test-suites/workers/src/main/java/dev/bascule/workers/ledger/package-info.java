/** The coordinator's book: every job, every attempt of it, every machine. Kept before anything is sent. */
@NullMarked
package dev.bascule.workers.ledger;

import org.jspecify.annotations.NullMarked;
