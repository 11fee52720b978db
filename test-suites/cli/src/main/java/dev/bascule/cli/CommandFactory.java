package dev.bascule.cli;

import dev.bascule.cli.command.CliContext;
import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes commands, which take the context, and whatever else picocli needs. */
record CommandFactory(CliContext context) implements IFactory {

    @Override
    public <K> K create(Class<K> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == CliContext.class) {
                constructor.setAccessible(true);
                return type.cast(constructor.newInstance(context));
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}
