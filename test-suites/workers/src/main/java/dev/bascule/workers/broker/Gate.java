package dev.bascule.workers.broker;

import dev.bascule.workers.join.Role;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.Principal;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager5;
import org.apache.activemq.artemis.spi.core.security.jaas.UserPrincipal;
import org.jspecify.annotations.Nullable;

/** Lets in whoever has a good token, and this process itself by a password that it never writes down. Thread-safe. */
final class Gate implements ActiveMQSecurityManager5 {
    static final String SELF = ".coordinator";

    private final byte[] ownPassword;
    private final Admission admission;

    private record RolePrincipal(Role role) implements Principal {
        @Override
        public String getName() {
            return role.name();
        }
    }

    Gate(String ownPassword, Admission admission) {
        this.ownPassword = ownPassword.getBytes(StandardCharsets.UTF_8);
        this.admission = admission;
    }

    @Override
    public @Nullable Subject authenticate(
            @Nullable String user, @Nullable String password, RemotingConnection connection, String domain) {
        if (user == null || password == null) {
            return null;
        }
        if (user.equals(SELF)) {
            byte[] shown = password.getBytes(StandardCharsets.UTF_8);
            return MessageDigest.isEqual(ownPassword, shown) ? of(user, Optional.empty()) : null;
        }
        return admission
                .admit(user, password)
                .map(role -> of(user, Optional.of(role)))
                .orElse(null);
    }

    private static Subject of(String user, Optional<Role> role) {
        Subject subject = new Subject();
        subject.getPrincipals().add(new UserPrincipal(user));
        role.ifPresent(one -> subject.getPrincipals().add(new RolePrincipal(one)));
        return subject;
    }

    @Override
    public boolean authorize(
            @Nullable Subject subject,
            Set<org.apache.activemq.artemis.core.security.Role> roles,
            CheckType what,
            String address) {
        if (subject == null) {
            return false;
        }
        String user = getUserFromSubject(subject);
        if (SELF.equals(user)) {
            return true;
        }
        return subject.getPrincipals(RolePrincipal.class).stream()
                .anyMatch(one -> Permissions.allow(one.role(), user, what, address));
    }

    /** Sessions are let in by {@link #authenticate} alone. */
    @Override
    public boolean validateUser(String user, String password) {
        return false;
    }

    @Override
    public boolean validateUserAndRole(
            String user,
            String password,
            Set<org.apache.activemq.artemis.core.security.Role> roles,
            CheckType checkType) {
        return false;
    }
}
