// The workers of a pool: what each machine is, what its backends were verified to do, and what it does now.
import type { PoolMachine, PoolStanding, PoolWorker, PoolWorkers } from '../api/types';
import { shown, useAnswer, usePool } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { sorted } from '../state/sorting';
import { chip, noPool, standing } from '../widgets/pool';
import { empty } from '../widgets/states';
import { table } from '../widgets/table';
import { ago, bytes, count, dateTime } from '../words/format';
import { rank, workerLook } from '../words/pool';

export function MachinesPage({ context: { api, live } }: PageProps): Markup {
  const answer = useAnswer((signal) => api.get<PoolWorkers>('/workers', {}, signal));
  usePool(live, answer.again);
  return h('div', null, shown(answer, 'the machines', content));
}

/** All of the page. */
export function content({ pool, workers }: PoolWorkers): Child {
  if (pool.kind === 'NONE') {
    return noPool();
  }
  return [standing(pool), workers.length === 0 ? nobody(pool) : [workers.every(({ machine }) => machine === null) && joinFirst(workers), workerTable(sorted(workers, ({ state }) => rank(state), false))]];
}

function nobody({ kind }: PoolStanding): Markup {
  return empty('No worker was ever invited', h('p', null, 'The coordinator issues a token for each worker; this writes them into files:'), commandLine(`bascule ${kind === 'OWN' ? 'serve --coordinator' : 'coordinator'} --invite gpu-box --tokens tokens`));
}

/** A token's file has the name that it was issued for: the id without the letters that make it one of many. */
function joinFirst(workers: readonly PoolWorker[]): Markup {
  const name = (workers[0]?.id ?? 'gpu-box').replace(/-[0-9a-f]{6}$/, '');
  return h('div', { class: 'notice' }, h('p', null, h('strong', null, 'No worker has joined yet.'), ' On each machine that is to work, with the file of its token:'), commandLine(`bascule worker --join @tokens/${name}`));
}

function workerTable(workers: readonly PoolWorker[]): Markup {
  return table('Machines', [
    { head: 'Worker', cell: (worker: PoolWorker) => [h('code', { class: 'whole' }, worker.id), labels(worker.machine)], names: true, order: ({ id }) => id },
    { head: 'State', cell: ({ state }) => chip(workerLook(state)), order: ({ state }) => rank(state) },
    { head: 'Job', cell: does, order: ({ job }) => job?.id ?? null },
    { head: 'Machine', cell: ({ machine }) => machine !== null && machineText(machine), order: ({ machine }) => machine?.processor ?? null },
    { head: 'Backends', cell: ({ machine }) => machine !== null && backends(machine), order: ({ machine }) => machine === null ? null : -machine.backends.filter(({ ran }) => ran).length },
    { head: 'Browsers', cell: ({ machine }) => machine !== null && browsers(machine), order: ({ machine }) => machine === null ? null : -machine.browsers.length },
    { head: 'Heard of', cell: ({ heard }) => heard === null ? h('span', { class: 'soft' }, 'never') : h('time', { datetime: heard, title: dateTime(heard) }, ago(heard, Date.now())), order: ({ heard }) => heard === null ? null : -Date.parse(heard) },
  ], workers, { keyOf: ({ id }) => id });
}

function labels(machine: PoolMachine | null): Child {
  return machine !== null && machine.labels.length > 0 && h('span', { class: 'soft below' }, `labels ${machine.labels.join(', ')}`);
}

function does({ job, state }: PoolWorker): Child {
  if (job === null) {
    return state === 'IDLE' ? h('span', { class: 'soft' }, 'none') : null;
  }
  return job.run === null
    ? [h('code', { class: 'whole' }, job.id), h('span', { class: 'soft below' }, 'a run that is not shown here')]
    : h('a', { href: hrefOf({ page: 'queue' }, { run: job.run, job: String(job.number) }) }, `job ${job.number} of ${job.run}`);
}

function machineText({ os, arch, processor, processors, memoryBytes, gpus }: PoolMachine): Child {
  return [
    `${os} ${arch}`,
    h('span', { class: 'below' }, `${count(processors, 'processor')}, ${processor}`),
    h('span', { class: 'below soft' }, `${memoryBytes === null ? 'memory unknown' : bytes(memoryBytes)}${gpus.length === 0 ? '' : `; ${gpus.join(', ')}`}`),
  ];
}

/** Those that a job can ask for; apart from them what was found, and ran nothing. */
function backends(machine: PoolMachine): Child {
  const ran = machine.backends.filter((backend) => backend.ran);
  const found = machine.backends.filter((backend) => !backend.ran);
  return [
    ran.length === 0 ? h('span', { class: 'soft' }, 'none ran a session') : h('span', { class: 'tally' }, ran.map(({ id, tier }) => h('span', { class: 'chip good', title: 'Verified by running a tiny model' }, `${id}: ${tier}`))),
    found.length > 0 && h('span', { class: 'soft below' }, `found, but no session ran: ${found.map(({ id, tier }) => `${id} (${tier})`).join(', ')}`),
  ];
}

function browsers({ browsers: all }: PoolMachine): Child {
  return all.length === 0 ? h('span', { class: 'soft' }, 'none') : all.map(({ id, version }) => h('span', { class: 'below' }, `${id} ${version}`));
}
