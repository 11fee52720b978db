package dev.bascule.fallback.backend;

import java.util.List;

/** Adds backends from a third party's jar; found by {@link java.util.ServiceLoader}. */
public interface BackendProvider {

    /** The backends to add; an id already taken is an error. */
    List<Backend> backends();
}
