package dev.bascule.studies.profile;

import dev.bascule.execution.service.RunListener;

/** Profiles what there is. Not for concurrent use. */
@FunctionalInterface
public interface ProfileService {

    /** Measures; an interrupted thread gets what there is by then. */
    ProfileReport profile(ProfileRequest request, RunListener listener);
}
