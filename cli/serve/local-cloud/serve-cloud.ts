// The process of `framework cloud`: starts the cloud of a project, says in a file where it is, keeps its state when asked to, and
// leaves nothing behind.
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { diagnose, type Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { isMapping } from '../../../compiler/json-values.js';
import { takeFile } from '../../ship/deploy/deploy-lock.js';
import { hasCode, reasonOf } from '../../ship/deploy/state-file.js';
import { version } from '../../program/version.js';
import { refuseLinks } from '../../project/disk.js';
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
  /** What was kept once is always kept. */
  readonly keep: boolean;
  /** Called with the reason when nobody can find this cloud any more, which then ends. */
  readonly onLost: (reason: string) => void;
  /** Called when the state cannot be written, once until it can be, with the end of a sentence. */
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

/** Milliseconds between looks whether the folder of the project is still there. */
const LOOK = 2000;
/** Milliseconds after a change until it is written. What could not be written is tried again with the next look. */
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
      // Nobody waits for what takes seconds in the real cloud.
      timeScale: 0,
      live: true,
      keys: newKeys(),
      store,
      ...(port !== undefined && { port }),
      onChange: () => {
        changed();
      },
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
  // Its port and what it has from the beginning.
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
      // A call that is in flight must not write when another cloud may have begun.
      changed = () => undefined;
      clearInterval(look);
      clearTimeout(timer);
      const isOurs = readCloudFile(root)?.id === id;
      try {
        await cloud.close();
      } finally {
        // The file that stays tells whoever ends it that something was lost.
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

/** At the port that was asked for, else at the one of before, where it is free, because functions know it. */
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
    if (!hasCode(error, 'EADDRINUSE') && !hasCode(error, 'EACCES')) throw error;
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

/** Changes when a service keeps its state in another form. */
const FORM = 2;

/** A file that cannot be used is moved aside and said, so that nothing of it is lost. */
function readKeptState(root: string): Kept {
  const path = readKept(root);
  if (path === undefined) return NOTHING;
  const read = decode(root, path);
  if (typeof read !== 'string') return { state: read, warnings: [] };
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const movedTo = KEPT_FILE.replace('.bin', `-${time}.bin`);
  renameSync(path, join(root, movedTo));
  // Deploys into what is in it.
  const records = join(root, CLOUD_RECORDS);
  refuseLinks(records);
  if (existsSync(records)) renameSync(records, `${records}-${time}`);
  const data = { file: KEPT_FILE, reason: read, movedTo };
  return { state: undefined, warnings: [diagnose(keptUnreadable, data)] };
}

/** The state, or why there is none, as the end of a sentence. */
function decode(root: string, path: string): KeptState | string {
  let value: unknown;
  try {
    value = deserialize(readFileSync(path));
  } catch (error) {
    return hasCode(error, 'EACCES') ? reasonOf(error) : 'it is damaged';
  }
  if (!isMapping(value)) return 'it is damaged';
  const { form, port, parts, by, place } = value;
  if (form !== FORM) return `another version of framework has written it (${String(by)})`;
  // One that comes with a repository has code that its author wants to run.
  if (place !== placeOf(root)) return 'it comes from another folder or another machine';
  const isWhole = typeof port === 'number' && parts instanceof Map;
  return isWhole ? { port, parts } : 'it is damaged';
}

function placeOf(root: string): string {
  return `${hostname()}:${root}`;
}

/** What Node reads from a file in one piece. */
const LARGEST = 2 ** 31 - 1;

/** Writes the state in one step, when it differs from what was written. False when it cannot be written. */
function keeper(
  root: string,
  { store, port }: LocalCloud,
  onUnwritable: (reason: string) => void,
): () => boolean {
  const path = join(root, KEPT_FILE);
  const place = placeOf(root);
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
