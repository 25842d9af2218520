// Opens the sockets: for `localhost` on both 127.0.0.1 and ::1 with the same port, because clients differ in which they try.
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Diagnostic,
  diagnose,
  type CatalogueEntry,
} from '../../../compiler/diagnostics/diagnostic.js';
import { namesIn, readText } from '../../project/disk.js';

type ListenAddress = { readonly host: string; readonly port: number };

/** Another program listens on the port. */
export const portTaken: CatalogueEntry<
  ListenAddress & { readonly holder: string | undefined; readonly free: number }
> = {
  code: 'FW7001',
  severity: 'error',
  title: 'The port is in use',
  message: ({ host, port, holder }) =>
    `Port ${port} of ${host} is in use${holder === undefined ? '' : ` by ${holder}`}.`,
  hint: ({ free }) =>
    `Stop the other program, or run \`framework local --port ${free}\`; without \`--port\` the next free port is used.`,
};

/** The operating system does not allow this user to listen on the port. */
export const portForbidden: CatalogueEntry<ListenAddress> = {
  code: 'FW7002',
  severity: 'error',
  title: 'This user cannot use the port',
  message: ({ port }) => `This user cannot listen on port ${port}.`,
  hint: () => 'Run `framework local --port 8000`; ports below 1024 are reserved for the system.',
};

/** No network interface has the address, or the name cannot be resolved. */
export const hostUnknown: CatalogueEntry<ListenAddress> = {
  code: 'FW7003',
  severity: 'error',
  title: 'The host is not an address of this machine',
  message: ({ host }) => `\`${host}\` is not an address of this machine.`,
  hint: () =>
    'Omit `--host` to serve only this machine, or run `framework local --host 0.0.0.0` to serve its whole network.',
};

export type ListenOptions = {
  readonly host: string;
  /** The port; 0 for any free port; undefined for the default port or, if it is in use, the next free one. */
  readonly port: number | undefined;
  /** The default port; defaults to 8000. */
  readonly usualPort?: number;
  /** Called once for each address. */
  readonly createServer: () => Server;
};

export type Listening =
  | {
      readonly kind: 'listening';
      readonly port: number;
      readonly servers: readonly Server[];
      /** The default port if it is in use, with the process that uses it if known. */
      readonly insteadOf: TakenPort | undefined;
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

type TakenPort = { readonly port: number; readonly holder: string | undefined };

export const USUAL_PORT = 8000;

const MAX_ATTEMPTS = 20;

export async function listen(options: ListenOptions): Promise<Listening> {
  const { port: given, usualPort = USUAL_PORT } = options;
  const first = given ?? usualPort;
  for (let attempt = 0; ; attempt++) {
    const port = given === undefined ? first + attempt : first;
    const result = await listenOnce({ ...options, port });
    if (typeof result !== 'string') {
      const isOther = given === undefined && attempt > 0;
      const insteadOf = isOther ? { port: first, holder: findPortHolder(first) } : undefined;
      return { kind: 'listening', ...result, insteadOf };
    }
    const isRetried = (given === undefined || given === 0) && attempt + 1 < MAX_ATTEMPTS;
    if (result !== 'EADDRINUSE' || !isRetried) return explain({ host: options.host, port }, result);
  }
}

/** Returns the listening servers, or the error code. */
async function listenOnce({
  host,
  port,
  createServer,
}: ListenOptions & { readonly port: number }): Promise<
  { readonly port: number; readonly servers: readonly Server[] } | string
> {
  const isLocal = host === 'localhost';
  const first = await open(createServer(), { host: isLocal ? '127.0.0.1' : host, port });
  if (typeof first === 'string') return first;
  const taken = portOf(first);
  if (!isLocal) return { port: taken, servers: [first] };
  const second = await open(createServer(), { host: '::1', port: taken });
  if (typeof second !== 'string') return { port: taken, servers: [first, second] };
  // Without IPv6, only the first address is served.
  if (second !== 'EADDRINUSE') return { port: taken, servers: [first] };
  first.close();
  return second;
}

async function open(
  server: Server,
  address: { host: string; port: number },
): Promise<Server | string> {
  server.listen({ ...address, exclusive: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      return error.code;
    throw error;
  }
}

export function closeServers(servers: readonly Server[]): void {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port; // because it listens on TCP
}

function explain(address: ListenAddress, code: string): Listening {
  const { port } = address;
  if (code === 'EADDRINUSE') {
    const data = {
      ...address,
      holder: findPortHolder(port),
      free: port < 65_535 ? port + 1 : USUAL_PORT,
    };
    return failed(diagnose(portTaken, data));
  }
  if (code === 'EACCES') return failed(diagnose(portForbidden, address));
  return failed(diagnose(hostUnknown, address));
}

function failed(diagnostic: Diagnostic): Listening {
  return { kind: 'failed', diagnostics: [diagnostic] };
}

/** Returns the process that listens on a port, such as `node (process 4711)`, unless it belongs to another user. */
function findPortHolder(port: number): string | undefined {
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    listeningSockets(table, port),
  );
  if (inodes.length === 0) return undefined;
  const links = new Set(inodes.map((inode) => `socket:[${inode}]`));
  for (const pid of namesIn('/proc').filter((name) => /^\d+$/.test(name))) {
    if (namesIn(`/proc/${pid}/fd`).some((fd) => links.has(linkOf(`/proc/${pid}/fd/${fd}`)))) {
      return describeProcess(pid);
    }
  }
  return undefined;
}

function listeningSockets(table: string, port: number): string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return (readText(table) ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([, local = '', , state, , , , , , inode = '']) =>
      local.endsWith(wanted) && state === LISTENING ? [inode] : [],
    );
}

const LISTENING = '0A';

function describeProcess(pid: string): string {
  const [program = '', ...words] = (readText(`/proc/${pid}/cmdline`) ?? '')
    .split('\0')
    .filter(Boolean);
  const script = words.find((word) => !word.startsWith('-'));
  const name = program.split('/').at(-1) ?? program;
  const shown =
    script !== undefined && name === 'node'
      ? `${name} ${script.split('/').slice(-3).join('/')}`
      : name;
  return `${shown} (process ${pid})`;
}

/** Returns an empty string if the process has ended in the meantime, or if it belongs to another user. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
