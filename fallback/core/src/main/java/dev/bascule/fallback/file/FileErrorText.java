package dev.bascule.fallback.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * The reason why a file cannot be read, in words; the exceptions' own are names of classes and the path once more. Stateless.
 */
public final class FileErrorText {
    private FileErrorText() {}

    /** {@code there is no such file}, for the sentence that names it. */
    public static String why(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "this user may not read it";
        }
        if (e instanceof NotDirectoryException) {
            return "a part of its path is no folder";
        }
        if (e instanceof CharacterCodingException) {
            return "it is no text in UTF-8";
        }
        String words = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        if (words == null || words.isBlank()) {
            return "reading failed";
        }
        return words.equals("Is a directory") ? "it is a folder" : words;
    }
}
