package dev.bascule.suites.setting;

/** What outputs are held against where nobody published what they are. */
public enum ReferenceKind {
    /** The graph computed in double, as far as there is a kernel for each of its operators; else the native CPU. */
    EXACT,
    /** Native CPU with graph optimization off. */
    CPU
}
