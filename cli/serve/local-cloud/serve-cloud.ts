// The process of `framework cloud`: starts the cloud of a project, writes its address to a file, saves its state if requested,
// and cleans up at the end.
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { diagnose, type Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { isMapping } from '../../../compiler/json-values.js';
import { takeFile } from '../../ship/deploy/deploy-lock.js';
import { reasonOf } from '../../ship/deploy/state-file.js';
import { version } from '../../program/version.js';
import { errorCode, refuseLinks } from '../../project/disk.js';
import {
  cloudIsRunning,
  cloudPortTaken,
  keptElsewhere,
  keptUnreadable,
} from './cloud-catalogue.js';
import {
  CLOUD_RECORDS,
  findRunningCloud,
  forgetCloud,
  forgetRecords,
  KEPT_FILE,
  LOCK,
  ownFile,
  readCloudFile,
  readKept,
  type RunningCloud,
  writeCloudFile,
} from './running-cloud.js';
import { LOCAL_ACCOUNT, type LocalCloud, newKeys, startLocalCloud } from './start-local-cloud.js';
import { createStateStore, type StateStore } from './state-store.js';

export type ServeOptions = {
  readonly region: string;
  readonly port: number | undefined;
  /** True to save the state. Once a state has been saved, the state is always saved. */
  readonly keep: boolean;
  /** Called with the reason when commands can no longer find this cloud, which then stops. */
  readonly onLost: (reason: string) => void;
  /** Called with the reason, a clause, when the state cannot be written; called again only after a write has succeeded. */
  readonly onUnwritable: (reason: string) => void;
};

export type ServedCloud =
  | {
      readonly kind: 'serving';
      readonly running: RunningCloud;
      readonly warnings: readonly Diagnostic[];
      readonly close: () => Promise<void>;
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** Milliseconds between checks that the project folder still exists. */
const LOOK = 2000;
/** Milliseconds between a change and the write that saves it. A failed write is retried at the next check. */
const SAVE = 500;

export async function serveCloud(root: string, options: ServeOptions): Promise<ServedCloud> {
  const lock = await takeFile(await ownFile(root, LOCK));
  if (lock.kind === 'held') {
    const url = (await findRunningCloud(root))?.url;
    const data = { pid: lock.holder.pid, url };
    return { kind: 'failed', diagnostics: [diagnose(cloudIsRunning, data)] };
  }
  await forgetCloud(root);
  const keep = options.keep || readKept(root) !== undefined;
  const kept = keep ? readKeptState(root) : NOTHING;
  if (!kept.state) forgetRecords(root);
  const id = randomUUID();
  const token = randomBytes(24).toString('base64url');
  let changed = (): void => undefined;
  const start = (port: number | undefined, store: StateStore): Promise<LocalCloud> =>
    startLocalCloud({
      account: LOCAL_ACCOUNT,
      region: options.region,
      // Skips the delays of the real cloud.
      timeScale: 0,
      live: true,
      keys: newKeys(),
      store,
      ...(port !== undefined && { port }),
      onChange: () => changed(),
      own: { token, answer: (path) => (path === 'cloud' ? { id, version } : undefined) },
    });
  const store = createStateStore(kept.state?.parts);
  const started = await startAt(options.port, kept.state?.port, (port) => start(port, store));
  if (started.kind === 'failed') {
    await lock.release();
    return started;
  }
  const { cloud, warnings } = started;
  const running: RunningCloud = {
    ...{ version: 1, id, token, url: cloud.url, port: cloud.port, pid: process.pid },
    region: options.region,
    isKept: keep,
    environment: cloud.environment,
    folder: await cloud.folder(),
    startedAt: new Date().toISOString(),
    ...{ host: hostname(), root },
  };
  await writeCloudFile(root, running);
  const write = keep ? keeper(root, cloud, options.onUnwritable) : () => true;
  let timer: NodeJS.Timeout | undefined;
  let isDirty = false;
  const save = (): void => {
    timer = undefined;
    isDirty = !write();
  };
  changed = () => {
    if (keep) timer ??= setTimeout(save, SAVE);
  };
  // Saves the port and the initial state.
  changed();
  const look = setInterval(() => {
    if (readCloudFile(root)?.id !== id) options.onLost('its file in `.framework/cloud/` is gone');
    else if (isDirty) save();
  }, LOOK);
  return {
    kind: 'serving',
    running,
    warnings: [...kept.warnings, ...warnings],
    close: async () => {
      // A call in progress must not write after another cloud may have started.
      changed = () => undefined;
      clearInterval(look);
      clearTimeout(timer);
      const isOurs = readCloudFile(root)?.id === id;
      try {
        await cloud.close();
      } finally {
        // If the state could not be written, the file is kept, so that the command that stops the cloud reports the loss.
        if (isOurs && write()) await forgetCloud(root);
        await lock.release();
      }
    },
  };
}

type Started =
  | {
      readonly kind: 'started';
      readonly cloud: LocalCloud;
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** Starts the cloud. The port defaults to the previous one, which functions may know, if it is free. */
async function startAt(
  asked: number | undefined,
  before: number | undefined,
  start: (port: number | undefined) => Promise<LocalCloud>,
): Promise<Started> {
  const wanted = asked ?? before;
  let cloud: LocalCloud;
  try {
    cloud = await start(wanted);
  } catch (error) {
    if (!['EADDRINUSE', 'EACCES'].includes(errorCode(error))) throw error;
    if (asked !== undefined || wanted === undefined) {
      const problem = diagnose(cloudPortTaken, { port: wanted ?? 0 });
      return { kind: 'failed', diagnostics: [problem] };
    }
    cloud = await start(undefined);
  }
  const now = cloud.port;
  const hasMoved = before !== undefined && before !== now;
  const warnings = hasMoved ? [diagnose(keptElsewhere, { before, now })] : [];
  return { kind: 'started', cloud, warnings };
}

type KeptState = { readonly port: number; readonly parts: ReadonlyMap<string, unknown> };

type Kept = { readonly state: KeptState | undefined; readonly warnings: readonly Diagnostic[] };

const NOTHING: Kept = { state: undefined, warnings: [] };

/** Incremented when a service changes the format of its state. */
const FORM = 2;

/** Reads the saved state. A file that cannot be used is renamed and reported, so that its content is not lost. */
function readKeptState(root: string): Kept {
  const path = readKept(root);
  if (path === undefined) return NOTHING;
  const read = decode(root, path);
  if (typeof read !== 'string') return { state: read, warnings: [] };
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const movedTo = KEPT_FILE.replace('.bin', `-${time}.bin`);
  renameSync(path, join(root, movedTo));
  // The records of deploys to a cloud with this state.
  const records = join(root, CLOUD_RECORDS);
  refuseLinks(records);
  if (existsSync(records)) renameSync(records, `${records}-${time}`);
  const data = { file: KEPT_FILE, reason: read, movedTo };
  return { state: undefined, warnings: [diagnose(keptUnreadable, data)] };
}

/** Decodes the state, or returns why it cannot be used, as a clause. */
function decode(root: string, path: string): KeptState | string {
  let value: unknown;
  try {
    value = deserialize(readFileSync(path));
  } catch (error) {
    return errorCode(error) === 'EACCES' ? reasonOf(error) : 'it is damaged';
  }
  if (!isMapping(value)) return 'it is damaged';
  const { form, port, parts, by, place } = value;
  if (form !== FORM) return `another version of framework wrote it (${String(by)})`;
  // A repository could contain a saved state with code that its author wants to run on this machine.
  if (place !== hostPath(root)) return 'it comes from another folder or another machine';
  const isWhole = typeof port === 'number' && parts instanceof Map;
  return isWhole ? { port, parts } : 'it is damaged';
}

function hostPath(root: string): string {
  return `${hostname()}:${root}`;
}

/** The maximum size of a file that Node.js reads in one call. */
const LARGEST = 2 ** 31 - 1;

/** Returns a function that writes the state atomically if it has changed. It returns false if the state cannot be written. */
function keeper(
  root: string,
  { store, port }: LocalCloud,
  onUnwritable: (reason: string) => void,
): () => boolean {
  const path = join(root, KEPT_FILE);
  const place = hostPath(root);
  let written = Buffer.alloc(0);
  let isUnwritable = false;
  return () => {
    try {
      const bytes = serialize({ form: FORM, by: version, place, port, parts: store.all() });
      if (bytes.length > LARGEST) throw new Error('it is larger than 2 GB');
      if (!bytes.equals(written)) {
        refuseLinks(`${path}.next`);
        writeFileSync(`${path}.next`, bytes, { mode: 0o600, flush: true });
        renameSync(`${path}.next`, path);
        written = bytes;
      }
      isUnwritable = false;
    } catch (error) {
      if (!isUnwritable) onUnwritable(reasonOf(error));
      isUnwritable = true;
    }
    return !isUnwritable;
  };
}
