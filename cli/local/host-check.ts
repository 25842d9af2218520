// Which names a request may call this server by. A page of another site can let its own name point to 127.0.0.1 (DNS
// rebinding) and would then read every answer as its own: a name that is not ours is refused.
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { HeaderList, HttpAnswer } from '../gateway/index.js';

/** The name that is not ours; undefined when the request may pass. */
export type HostCheck = (headers: HeaderList) => string | undefined;

/** Makes the check for the `--host` that is listened on. */
export function createHostCheck(listenHost: string): HostCheck {
  const given = nameOf(listenHost);
  const isNetwork = given === '0.0.0.0' || given === '::';
  const isOurs = (name: string): boolean =>
    isLoopback(name) || name === given || (isNetwork && isOfNetwork(name));
  // Clients send the same text each time.
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

/** The answer to a request that calls the server by a name that is not its own. */
export function refuseHost(): HttpAnswer {
  const message = 'framework local answers localhost and the name of its --host alone';
  return {
    status: 403,
    headers: ['Content-Type', 'application/json', 'x-amzn-ErrorType', 'ForbiddenException'],
    body: JSON.stringify({ message }),
  };
}

/** Without port, brackets, and the dot that may end a name. */
function nameOf(host: string): string {
  const text = host.trim().toLowerCase();
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return isIP(text) === 6 ? text : text.replace(/:\d*$/, '').replace(/\.$/, '');
}

/** Browsers resolve names below `localhost` themselves. */
function isLoopback(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** On a network a client knows an address, or a name that nobody on the internet can register. */
function isOfNetwork(name: string): boolean {
  if (isIP(name) !== 0 || name === hostname().toLowerCase()) return true;
  return name !== '' && (!name.includes('.') || name.endsWith('.local'));
}
