// Refuses requests whose `Host` is not a name of this server. With DNS rebinding a page of another site can let its own
// name point to 127.0.0.1 and read the answers.
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { HeaderList, HttpAnswer } from '../gateway/index.js';

/** Returns the refused name; undefined when the request may pass. */
export type HostCheck = (headers: HeaderList) => string | undefined;

/** Makes the check for a `--host`. */
export function createHostCheck(listenHost: string): HostCheck {
  const given = nameOf(listenHost);
  const isNetwork = given === '0.0.0.0' || given === '::';
  const isOurs = (name: string): boolean =>
    isLoopback(name) || (name !== '' && name === given) || (isNetwork && isOfNetwork(name));
  // Most requests have the same `Host`, so the last accepted one is remembered.
  let last: string | undefined;
  return (headers) => {
    for (let index = 0; index + 1 < headers.length; index += 2) {
      if (headers[index]?.length !== 4 || headers[index]?.toLowerCase() !== 'host') continue;
      const host = headers[index + 1] ?? '';
      if (host === last) continue;
      if (!isOurs(nameOf(host))) return host;
      last = host;
    }
    return undefined;
  };
}

/** The answer to a request with a refused name. */
export function refuseHost(): HttpAnswer {
  const message = 'framework local answers localhost and the name of its --host alone';
  return {
    status: 403,
    headers: ['Content-Type', 'application/json', 'x-amzn-ErrorType', 'ForbiddenException'],
    body: JSON.stringify({ message }),
  };
}

/** The host name without port, brackets, and a dot at its end; empty for what is no name. */
function nameOf(host: string): string {
  const text = host.trim().toLowerCase();
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  if (isIP(text) === 6) return text;
  const name = text.replace(/:\d*$/, '').replace(/\.$/, '');
  return /^[\w-]+(?:\.[\w-]+)*$/.test(name) ? name : '';
}

/** Browsers resolve names below `localhost` to this machine without DNS. */
function isLoopback(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** With `--host 0.0.0.0` addresses are accepted, and names that nobody can register on the internet. */
function isOfNetwork(name: string): boolean {
  if (isIP(name) !== 0 || name === hostname().toLowerCase()) return true;
  return name !== '' && (!name.includes('.') || name.endsWith('.local'));
}
