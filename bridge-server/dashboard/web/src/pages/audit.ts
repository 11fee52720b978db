import { isAbort } from '../api/client';
import type { AuditEntry, Audited } from '../api/types';
import type { Context, View } from '../app/view';
import { fill, h } from '../dom/h';
import { empty, loading, problemBox } from '../widgets/states';
import { table } from '../widgets/table';
import { deed } from '../words/deeds';
import { dateTime } from '../words/format';

/** Who changed something, or tried to. */
export function auditPage(context: Context): View {
  const list = h('div', null, loading('the audit log'));
  const asked = new AbortController();
  const load = async (): Promise<void> => {
    try {
      const { entries } = await context.api.get<Audited>('/audit', { limit: 500 }, asked.signal);
      fill(list, entries.length === 0 ? empty('Nobody has changed anything yet', h('p', null, 'Sign-ins, runs that somebody starts or cancels, and requests that were refused stand here.')) : auditTable(entries));
    } catch (error) {
      if (!isAbort(error)) {
        fill(list, problemBox(error, () => void load()));
      }
    }
  };
  void load();
  return { title: 'Audit log', element: list, dispose: () => asked.abort() };
}

function auditTable(entries: readonly AuditEntry[]): HTMLElement {
  return table('Audit log, the newest first', [
    { head: 'When', cell: (entry: AuditEntry) => h('time', { datetime: entry.at }, dateTime(entry.at)) },
    { head: 'Who', cell: (entry) => entry.who ?? h('span', { class: 'soft' }, 'nobody signed in') },
    { head: 'From', cell: (entry) => entry.address },
    { head: 'Request', cell: (entry) => [deed(entry.action), h('code', { class: 'below whole' }, entry.action)], names: true },
    { head: 'Of what', cell: (entry) => entry.subject ?? '' },
    { head: 'Outcome', cell: (entry) => (entry.outcome === 'ok' ? h('span', { class: 'chip good' }, '✓ ok') : h('span', { class: 'chip bad' }, `✗ ${entry.outcome}${entry.count > 1 ? ` × ${entry.count}` : ''}`)) },
  ], entries);
}
