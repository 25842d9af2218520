// Sends each connection through the proxy in `HTTPS_PROXY` or `HTTP_PROXY`, unless `NO_PROXY` excludes it. One agent serves all
// services, although their hosts differ.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { HttpProxyAgent } from 'http-proxy-agent';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { getProxyForUrl } from 'proxy-from-env';
import { proxyAddress } from './cloud-settings.js';

type Settings = { readonly keepAlive: boolean; readonly keepAliveMsecs: number };

export function openProxyAgent(settings: Settings): Agent {
  const agents = new Map<string, HttpAgent>();
  class ProxyAgent extends Agent {
    connect(_request: unknown, { secureEndpoint, host, port }: AgentConnectOpts): HttpAgent {
      const proxy = proxyFor(secureEndpoint ? 'https' : 'http', host ?? '', port);
      const key = `${String(secureEndpoint)} ${proxy}`;
      const agent = agents.get(key) ?? openAgent(proxy, secureEndpoint, settings);
      agents.set(key, agent);
      return agent;
    }

    override destroy(): void {
      for (const agent of agents.values()) agent.destroy();
      super.destroy();
    }
  }
  return new ProxyAgent(settings);
}

function openAgent(proxy: string, isSecure: boolean, settings: Settings): HttpAgent {
  if (proxy !== '') {
    return isSecure ? new HttpsProxyAgent(proxy, settings) : new HttpProxyAgent(proxy, settings);
  }
  return isSecure ? new HttpsAgent(settings) : new HttpAgent(settings);
}

/** Returns the URL of the proxy; empty if there is none. */
function proxyFor(scheme: 'http' | 'https', host: string, port: number): string {
  if (isLoopback(host)) return '';
  const name = host.includes(':') ? `[${host}]` : host;
  const proxy = getProxyForUrl(`${scheme}://${name}:${port}`);
  if (proxy === '') return '';
  // In the library, `amazonaws.com` in `NO_PROXY` matches only that host. In curl, Go and the AWS CLI, it also matches every
  // subdomain.
  const labels = host.split('.');
  const parents = labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));
  if (parents.some((parent) => getProxyForUrl(`${scheme}://${parent}:${port}`) === '')) return '';
  // If the proxy has no scheme, the library uses the scheme of the request. A proxy is rarely reached over TLS, so `http` is
  // used instead.
  const isWritten = Object.values(process.env).includes(proxy);
  return isWritten ? proxy : proxyAddress(proxy.replace(/^https?:\/\//, ''));
}

/** An emulator on this machine is never reached through a proxy. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^(?:127\.|::1$)/.test(host);
}
