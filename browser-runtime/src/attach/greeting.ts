import type { Identity } from './device';
import type { Attach } from './messages';

interface AgentData {
  getHighEntropyValues(hints: string[]): Promise<{
    fullVersionList?: { brand: string; version: string }[];
    platformVersion?: string;
    model?: string;
  }>;
}

export type AgentFacts = Pick<Attach, 'brands' | 'platformVersion' | 'model'>;

/** What a Chromium tells on request; nothing elsewhere, and nothing outside a secure context. */
export async function agentFacts(): Promise<AgentFacts> {
  const data = (navigator as Navigator & { userAgentData?: AgentData }).userAgentData;
  if (data === undefined) {
    return {};
  }
  try {
    const { fullVersionList, platformVersion, model } = await data.getHighEntropyValues(['fullVersionList', 'platformVersion', 'model']);
    return {
      ...(fullVersionList === undefined ? {} : { brands: fullVersionList.map(({ brand, version }) => `${brand} ${version}`).join(', ') }),
      ...(platformVersion ? { platformVersion } : {}),
      ...(model ? { model } : {}),
    };
  } catch {
    return {};
  }
}

export function greeting(token: string, identity: Identity, facts: AgentFacts): Attach {
  return {
    type: 'attach',
    token,
    name: identity.name,
    device: identity.device,
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    secureContext: globalThis.isSecureContext,
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    ...facts,
  };
}
