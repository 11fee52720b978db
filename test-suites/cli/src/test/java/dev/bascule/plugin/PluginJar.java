package dev.bascule.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles a driver as a third party would, and packs it with its line for the service loader. */
final class PluginJar {
    private static final String SERVICE = "META-INF/services/dev.bascule.fallback.backend.BackendProvider";

    private PluginJar() {}

    static Path make(Path folder, String className, String source) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes-" + className));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        JavaFileObject file =
                new SimpleJavaFileObject(
                        URI.create("string:///" + className.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        List<String> options = List.of(
                "--release",
                "17",
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString());
        boolean compiled = compiler.getTask(complaints, null, null, options, null, List.of(file))
                .call();
        assertThat(compiled).as(complaints.toString()).isTrue();
        Path jar = folder.resolve(className + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path one : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(
                        new JarEntry(classes.relativize(one).toString().replace('\\', '/')));
                Files.copy(one, entries);
            }
            entries.putNextEntry(new JarEntry(SERVICE));
            entries.write((className + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }
}
