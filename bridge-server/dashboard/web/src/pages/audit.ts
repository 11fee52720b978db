import type { AuditEntry, Audited } from '../api/types';
import { shown, useAnswer } from '../app/hooks';
import type { PageProps } from '../app/view';
import { h, type Markup } from '../dom/h';
import { empty } from '../widgets/states';
import { table } from '../widgets/table';
import { deed } from '../words/deeds';
import { dateTime } from '../words/format';

/** Who changed something, or tried to. */
export function AuditPage({ context: { api } }: PageProps): Markup {
  const audit = useAnswer((signal) => api.get<Audited>('/audit', { limit: 500 }, signal));
  return h('div', null, shown(audit, 'the audit log', ({ entries }) => (entries.length === 0 ? none() : auditTable(entries))));
}

function none(): Markup {
  return empty('Nobody has changed anything yet', h('p', null, 'Sign-ins, runs that somebody starts or cancels, and requests that were refused stand here.'));
}

function auditTable(entries: readonly AuditEntry[]): Markup {
  return table('Audit log, the newest first', [
    { head: 'When', cell: (entry: AuditEntry) => h('time', { datetime: entry.at }, dateTime(entry.at)) },
    { head: 'Who', cell: (entry) => entry.who ?? h('span', { class: 'soft' }, 'nobody signed in') },
    { head: 'From', cell: (entry) => entry.address },
    { head: 'Request', cell: (entry) => [deed(entry.action), h('code', { class: 'below whole' }, entry.action)], names: true },
    { head: 'Of what', cell: (entry) => entry.subject ?? '' },
    { head: 'Outcome', cell: (entry) => (entry.outcome === 'ok' ? h('span', { class: 'chip good' }, '✓ ok') : h('span', { class: 'chip bad' }, `✗ ${entry.outcome}${entry.count > 1 ? ` × ${entry.count}` : ''}`)) },
  ], entries);
}
