// Opens the connections to AWS and keeps them open, for the clients of the SDK and for downloads.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

export type Connections = { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpAgent };

/** The number of seconds without a byte in either direction after which a connection has stalled. Slow uploads send bytes. */
export const IDLE_SECONDS = 20;

/** Connections are kept open and probed while idle, to detect that the network was lost while the machine was asleep. */
const KEPT = { keepAlive: true, keepAliveMsecs: 10_000 } as const;

/** Opens the connections. The proxy library is loaded only if there is a proxy. */
export async function openConnections(hasProxy: boolean): Promise<Connections> {
  if (!hasProxy) return { httpAgent: new HttpAgent(KEPT), httpsAgent: new HttpsAgent(KEPT) };
  const { openProxyAgent } = await import('./proxy-agent.js');
  const agent = openProxyAgent(KEPT);
  return { httpAgent: agent, httpsAgent: agent };
}
