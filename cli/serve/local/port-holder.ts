// Finds the process that listens on a port, from /proc, among those of the same user.
import { readlinkSync } from 'node:fs';
import { namesIn, readText } from '../../project/disk.js';

/** The process, as `node (process 4711)`; undefined when it cannot be found. */
export function findPortHolder(port: number): string | undefined {
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

/** The inodes of the sockets that listen on a port. */
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

// Processes may end meanwhile, and those of other users hide their sockets.

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
