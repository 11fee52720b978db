/**
 * The one layer that sessions are opened by, whatever they are for: a runner of its own ({@link
 * dev.bascule.execution.session.IsolatedRunner}), on it a model that is open ({@link
 * dev.bascule.execution.session.CheckedSession}). Knows neither cases nor sources.
 */
@NullMarked
package dev.bascule.execution.session;

import org.jspecify.annotations.NullMarked;
