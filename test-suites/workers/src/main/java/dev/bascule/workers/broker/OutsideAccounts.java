package dev.bascule.workers.broker;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.PrivateFiles;
import dev.bascule.workers.join.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.activemq.artemis.utils.PasswordMaskingUtil;

/**
 * What the administrator of an outside broker needs, in one folder: accounts with hashed passwords and their roles, as Artemis'
 * {@code PropertiesLoginModule} reads them, and permissions for {@code broker.xml}. Thread-safe.
 */
final class OutsideAccounts {
    /** The role of the coordinator's own account, which its administrator gives it. */
    static final String COORDINATOR = "bascule-coordinator";

    private static final String OF_ONE = "bascule-";

    private final Path users;
    private final Path roles;
    private final Path permissions;

    OutsideAccounts(Path folder) {
        this.users = folder.resolve("artemis-users.properties");
        this.roles = folder.resolve("artemis-roles.properties");
        this.permissions = folder.resolve("security-settings.xml");
        try {
            PrivateFiles.prepareFolder(folder);
            Map<String, String> known = read(users);
            write(known, members(known));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    Path permissions() {
        return permissions;
    }

    private BasculeException failed(IOException why) {
        return BasculeException.because(
                why, ErrorCode.COORDINATOR_FAILED, "%s cannot be used: %s".formatted(users.getParent(), why));
    }

    synchronized void add(String id, Role role, String secret) {
        try {
            Map<String, String> known = read(users);
            Map<String, Role> members = members(known);
            known.put(id, PasswordMaskingUtil.getHashProcessor().hash(secret));
            members.put(id, role);
            write(known, members);
        } catch (IOException e) {
            throw failed(e);
        } catch (Exception e) {
            throw new IllegalStateException("Artemis hashes no password", e);
        }
    }

    synchronized void remove(String id) {
        removeIf(id::equals);
    }

    synchronized void keepOnly(Set<String> ids) {
        removeIf(id -> !ids.contains(id));
    }

    private void removeIf(Predicate<String> gone) {
        try {
            Map<String, String> known = read(users);
            Map<String, Role> members = members(known);
            known.keySet().removeIf(gone);
            members.keySet().removeIf(gone);
            write(known, members);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Those of them who have no account, or none with a role. */
    synchronized Set<String> lacking(Set<String> ids) {
        try {
            Set<String> lacking = new TreeSet<>(ids);
            lacking.removeAll(members(read(users)).keySet());
            return lacking;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private Map<String, Role> members(Map<String, String> known) throws IOException {
        Map<String, String> told = read(roles);
        Map<String, Role> members = new TreeMap<>();
        for (Role role : Role.values()) {
            for (String id : told.getOrDefault(name(role), "").split(",", -1)) {
                if (known.containsKey(id)) {
                    members.put(id, role);
                }
            }
        }
        return members;
    }

    private static String name(Role role) {
        return OF_ONE + role.name().toLowerCase(Locale.ROOT) + "s";
    }

    /** Ids and hashes have nothing that a properties file escapes but the equals signs of Base64, which it takes in values. */
    private static Map<String, String> read(Path file) throws IOException {
        Map<String, String> lines = new TreeMap<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                int at = line.indexOf('=');
                if (at > 0 && !line.startsWith("#")) {
                    lines.put(
                            line.substring(0, at).strip(),
                            line.substring(at + 1).strip());
                }
            }
        }
        return lines;
    }

    private void write(Map<String, String> known, Map<String, Role> members) throws IOException {
        PrivateFiles.replace(users, lines(known));
        Map<String, String> told = new LinkedHashMap<>();
        for (Role role : Role.values()) {
            told.put(
                    name(role),
                    members.entrySet().stream()
                            .filter(each -> each.getValue() == role)
                            .map(Map.Entry::getKey)
                            .collect(Collectors.joining(",")));
        }
        members.keySet().forEach(id -> told.put(OF_ONE + id, id));
        told.values().removeIf(String::isEmpty);
        PrivateFiles.replace(roles, lines(told));
        PrivateFiles.replace(permissions, permissions(members));
    }

    private static String lines(Map<String, String> lines) {
        return lines.entrySet().stream()
                .map(line -> "%s=%s%n".formatted(line.getKey(), line.getValue()))
                .collect(Collectors.joining());
    }

    /** The same as {@link Permissions}, as Artemis reads it: of several matches the closest counts alone. */
    private static String permissions(Map<String, Role> members) {
        StringBuilder xml = new StringBuilder("<security-settings xmlns=\"urn:activemq:core\">\n");
        setting(xml, "bascule.#", List.of(), List.of());
        for (Role role : Role.values()) {
            Permissions.mayWrite(role).stream()
                    .sorted()
                    .forEach(address -> setting(xml, address, List.of(name(role)), List.of()));
        }
        members.forEach((id, role) -> Permissions.mayRead(role, id).stream()
                .sorted()
                .forEach(address -> setting(xml, address, List.of(), List.of(OF_ONE + id))));
        return xml.append("</security-settings>\n").toString();
    }

    private static void setting(StringBuilder xml, String address, List<String> senders, List<String> readers) {
        xml.append("  <security-setting match=\"").append(address).append("\">\n");
        Map<String, List<String>> allowed = new LinkedHashMap<>();
        List.of("createAddress", "createDurableQueue").forEach(type -> allowed.put(type, List.of()));
        allowed.put("send", senders);
        allowed.put("consume", readers);
        allowed.forEach((type, others) -> xml.append("    <permission type=\"")
                .append(type)
                .append("\" roles=\"")
                .append(String.join(
                        ",",
                        Stream.concat(Stream.of(COORDINATOR), others.stream()).toList()))
                .append("\"/>\n"));
        xml.append("  </security-setting>\n");
    }
}
