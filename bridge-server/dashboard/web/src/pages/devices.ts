// How a phone, a tablet or another computer becomes a runner: its browser opens a link.
import { Fragment } from 'preact';
import type { Api } from '../api/client';
import type { DeviceLink, Devices } from '../api/types';
import { shown, useAnswer, useStore } from '../app/hooks';
import { hrefOf } from '../app/router';
import type { PageProps } from '../app/view';
import { commandLine } from '../dom/copy';
import { h, type Child, type Markup } from '../dom/h';
import { qrCode } from '../widgets/qr';
import { empty } from '../widgets/states';

export function DevicesPage({ context: { api, session } }: PageProps): Markup {
  useStore((changed) => session.listen(changed));
  const signedIn = session.current?.signedIn === true;
  // Asking without a session would only bring the answer that there is none, for ever.
  return h('div', null, signedIn ? h(Links, { api }) : signInFirst());
}

function Links({ api }: { api: Api }): Markup {
  const answer = useAnswer((signal) => api.get<Devices>('/devices', {}, signal));
  return h(Fragment, null, shown(answer, 'the links', (devices) => (devices.links.length === 0 ? empty('This server takes in no devices', h('p', null, devices.reason ?? '')) : ways(devices))));
}

function signInFirst(): Markup {
  return empty('The link for devices is for who is signed in', h('p', null, 'Whoever has it can be a runner here.'), h('a', { class: 'button primary', href: hrefOf({ page: 'sign-in' }, { back: hrefOf({ page: 'devices' }) }) }, 'Sign in'));
}

function ways({ links, runs, fingerprint }: Devices): Child {
  const outside = links.filter((link) => !link.local);
  return [
    h('p', null, 'Open the link in any browser of any device: a phone, a tablet, another computer. While its page is open and in front, the device is a runner: it runs ', h('strong', null, runs.join(', ')), ' in its browser, and its results come into the matrix under its name, with a report of their own.'),
    outside.length === 0 && thisMachineOnly(),
    links.some((link) => !link.secure) && h('div', { class: 'notice' }, h('p', null, 'By plain http, browsers allow WebGPU, WebNN and wasm threads on this machine only. Other devices will have wasm on one thread.'), commandLine('bascule serve --host 0.0.0.0 --https')),
    h('div', { class: 'tiles' }, links.map(way)),
    fingerprint !== null && h('p', null, 'The certificate is self-made, so that the browser warns once. Go on if it shows this SHA-256 fingerprint: ', h('code', null, fingerprint)),
  ];
}

function thisMachineOnly(): Markup {
  return h('div', { class: 'notice' }, h('p', null, h('strong', null, 'This server listens on this machine only.'), ' Other devices of the network reach it if it is started like this:'), commandLine('bascule serve --host 0.0.0.0 --https'));
}

function way({ url, local, secure, code }: DeviceLink): Markup {
  return h(
    'section',
    { class: 'card padded' },
    h('h2', null, local ? 'From this machine' : url.includes('[') ? 'From the network, by IPv6' : 'From the network'),
    // A phone could scan a link to this machine, but not follow it.
    !local && qrCode(code, 'The link as a QR code'),
    commandLine(url, 'Link'),
    h('p', { class: 'soft hint' }, secure ? 'Browsers allow WebGPU, WebNN and wasm threads here.' : 'Plain http: no WebGPU, no WebNN, wasm on one thread.'),
    h('p', null, h('a', { class: 'button', href: url, target: '_blank', rel: 'noopener' }, 'Open in this browser')),
  );
}
