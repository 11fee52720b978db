package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.bridge.dashboard.access.SignInSessions;
import dev.bascule.bridge.dashboard.job.EventStreams;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the dashboard is set up.
 *
 * @param version of the product, for people
 * @param policy who may do what
 * @param bearer a token that signs in, beside the users; no other than its owner knows it
 * @param store the file of the history as the command line names it; empty where it is the usual one
 * @param users the file of users
 * @param audit the file of the audit log
 * @param state a folder of this server's own, for what outlasts it beside the history
 * @param sessions how long they last
 * @param streams limits of those who follow the events
 * @param journal how many events are kept
 * @param patience how long a job may take to write down what it has, when the server goes down
 */
public record DashboardConfig(
        String version,
        AccessPolicy policy,
        Optional<String> bearer,
        Optional<String> store,
        Path users,
        Path audit,
        Path state,
        SignInSessions.Lifetime sessions,
        EventStreams.Settings streams,
        int journal,
        Duration patience) {}
