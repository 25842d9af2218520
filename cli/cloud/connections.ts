// How connections to the cloud are made and kept, for the clients of the SDK and for downloads.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

export type Connections = { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpAgent };

/** A connection without a byte in either direction; an upload that is slow has bytes. */
export const IDLE_SECONDS = 20;

/** Connections are kept, and tested while nothing comes: that notices a network that is gone after a sleep. */
const KEPT = { keepAlive: true, keepAliveMsecs: 10_000 } as const;

/** The library for proxies is loaded only where there is one. */
export async function openConnections(hasProxy: boolean): Promise<Connections> {
  if (!hasProxy) return { httpAgent: new HttpAgent(KEPT), httpsAgent: new HttpsAgent(KEPT) };
  const { openProxyAgent } = await import('./proxy-agent.js');
  return openProxyAgent(KEPT);
}
