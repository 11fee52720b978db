// The machines, browsers and engines that the history has met, with what shows them.
import type { MachineSeen, Machines, Targets, TargetSeen } from '../api/types';
import { shown, useAnswer, useEvents } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { h, type Child, type Markup } from '../dom/h';
import { emptyWithCommand } from '../widgets/states';
import { facts, table } from '../widgets/table';
import { bytes, count, dateTime, short, whole } from '../words/format';
import { changesHistory } from '../live/types';

export function InventoryPage({ context: { api, live } }: PageProps): Markup {
  const inventory = useAnswer((signal) => Promise.all([api.get<Machines>('/machines', {}, signal), api.get<Targets>('/targets', {}, signal)]));
  useEvents(live, changesHistory, inventory.again);
  return h('div', null, shown(inventory, 'the inventory', ([{ machines }, { targets }]) => (machines.length === 0 ? none() : content(machines, targets))));
}

function content(machines: readonly MachineSeen[], targets: readonly TargetSeen[]): Child {
  return [h('p', { class: 'actions' }, h('a', { class: 'button', href: hrefOf({ page: 'devices' }) }, 'Connect a phone or another device')), machineTiles(machines), browsers(targets), targetTable(targets)];
}

function none(): Markup {
  return emptyWithCommand('No machine has run anything yet', '`bascule doctor` finds and verifies what this machine has; a run brings it into the history.', 'bascule doctor');
}

function machineTiles(machines: readonly MachineSeen[]): Markup {
  return h('section', null, h('h2', null, 'Machines'), h('div', { class: 'tiles' }, machines.map(machineTile)));
}

/** Only this machine's own Bascule reads its memory and lists its GPUs. */
const UNTOLD = 'nobody tells, as of a device that only its browser speaks for';

function machineTile(machine: MachineSeen): Markup {
  const gpus = machine.gpus.map((gpu) => `${gpu.name}${gpu.software ? ' (software)' : ''}`).join(', ');
  const software = Object.entries(machine.software);
  return h(
    'article',
    { class: 'card padded' },
    h('h3', null, machine.cpu.name),
    facts([
      ['Fingerprint', h('a', { href: hrefOf({ page: 'matrix' }, { machine: machine.fingerprint }) }, h('code', null, short(machine.fingerprint)))],
      ['System', machine.os],
      ['CPU', `${count(machine.cpu.cores, 'core')}${machine.cpu.features.length === 0 ? '' : `, ${machine.cpu.features.join(', ')}`}`],
      ['Memory', machine.memoryBytes === null ? UNTOLD : bytes(machine.memoryBytes)],
      ['GPUs', gpus !== '' ? gpus : machine.memoryBytes === null ? UNTOLD : 'none found'],
      ['Seen', `${count(machine.runs, 'run')}, ${dateTime(machine.firstSeen)} to ${dateTime(machine.lastSeen)}`],
    ]),
    software.length > 0 && h('details', { class: 'raw' }, h('summary', null, 'Drivers, browsers, engines'), facts(software)),
  );
}

function browsers(targets: readonly TargetSeen[]): Markup {
  const seen = new Map<string, { name: string; version: string; launchers: Set<string>; ran: Set<string>; tried: Set<string>; last: string }>();
  for (const { browser, backend, outcomes, lastSeen } of targets) {
    if (browser !== null) {
      const key = `${browser.name} ${browser.version}`;
      const entry = seen.get(key) ?? { name: browser.name, version: browser.version, launchers: new Set(), ran: new Set(), tried: new Set(), last: lastSeen };
      entry.launchers.add(browser.launcher);
      entry.tried.add(backend);
      if ((outcomes['SUCCEEDED'] ?? 0) > 0) {
        entry.ran.add(backend);
      }
      entry.last = entry.last > lastSeen ? entry.last : lastSeen;
      seen.set(key, entry);
    }
  }
  const rows = [...seen.values()].sort((a, b) => a.name.localeCompare(b.name) || b.version.localeCompare(a.version, undefined, { numeric: true }));
  return h('section', null, h('h2', null, 'Browsers'), rows.length === 0 ? h('p', { class: 'soft' }, 'No browser has run anything yet.') : table('Browsers', [
    { head: 'Browser', cell: (row: (typeof rows)[number]) => row.name, names: true },
    { head: 'Version', cell: (row) => row.version },
    { head: 'Backends that ran', cell: (row) => [...row.ran].sort().join(', ') || 'none' },
    { head: 'Tried in vain', cell: (row) => [...row.tried].filter((backend) => !row.ran.has(backend)).sort().join(', ') },
    { head: 'Launched by', cell: (row) => [...row.launchers].sort().join(', ') },
    { head: 'Last seen', cell: (row) => dateTime(row.last) },
  ], rows));
}

/** A device type is what was asked for: only what succeeded there was given one. */
function grantedOf({ outcomes }: TargetSeen): string {
  return (outcomes['SUCCEEDED'] ?? 0) > 0 ? 'on ' : 'asked for ';
}

function targetTable(targets: readonly TargetSeen[]): Markup {
  return h('section', null, h('h2', null, 'Backends, with how their attempts ended'), table('Targets', [
    { head: 'Backend', cell: (target: TargetSeen) => [target.backend, h('span', { class: 'soft below' }, `${grantedOf(target)}${target.deviceType}${target.software === true ? ', software adapter' : ''}`)], names: true },
    { head: 'Where', cell: (target) => (target.browser === null ? 'native' : `${target.browser.name} ${target.browser.version}`) },
    { head: 'Engine', cell: (target) => `${target.engine.name} ${target.engine.version}` },
    { head: 'Machine', cell: (target) => h('span', { title: target.machine }, short(target.machine)) },
    { head: 'Attempts', cell: (target) => Object.entries(target.outcomes).map(([outcome, n]) => `${whole(n)} ${outcome.toLowerCase().replaceAll('_', ' ')}`).join(', ') },
    { head: 'Adapter', cell: (target) => { const adapter = Object.entries(target.adapter); return adapter.length === 0 ? '' : h('details', null, h('summary', null, count(adapter.length, 'fact')), facts(adapter)); } },
    { head: 'Last seen', cell: (target) => dateTime(target.lastSeen) },
  ], targets));
}
