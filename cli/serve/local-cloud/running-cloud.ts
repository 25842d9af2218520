// The running cloud process of a project. Commands use `.framework/cloud/cloud.json`, which contains its address, to find the
// process, to start one if none is running, and to stop it, without loading the cloud itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { diagnose, type Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { indentedJson, isMapping, mappingOf, parseJson } from '../../../compiler/json-values.js';
import { isAlive, readText, refuseLinks } from '../../project/disk.js';
import { holderOf } from '../../ship/deploy/deploy-lock.js';
import { cloudDidNotStart, cloudIsRunning, noCloudRuns } from './cloud-catalogue.js';

/** The folder of the project's cloud, relative to the project directory. Git ignores it. */
export const CLOUD_FOLDER = '.framework/cloud';
/** The folder for records of deploys to the local cloud, separate from the records of real deploys. */
export const CLOUD_RECORDS: string = `${CLOUD_FOLDER}/deployed`;
export const KEPT_FILE: string = `${CLOUD_FOLDER}/kept.bin`;

/** The content of `cloud.json`. Only its owner can read it, because it contains keys. */
export type RunningCloud = {
  readonly version: 1;
  readonly id: string;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Authenticates requests to `/_framework/…`. */
  readonly token: string;
  readonly region: string;
  readonly isKept: boolean;
  /** The environment variables that make a process use only this cloud. */
  readonly environment: Readonly<Record<string, string>>;
  /** The folder for temporary files. If the process has ended without removing it, the next command removes it. */
  readonly folder: string;
  readonly startedAt: string;
  /** The machine and the project directory of the process; absent in a file of an earlier version. */
  readonly host?: string;
  readonly root?: string;
};

export type ConnectOptions = {
  /** The environment of this process. Its AWS variables are not passed to the cloud. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly region?: string | undefined;
  readonly signal?: AbortSignal;
  /** False for a command that cannot do anything in an empty cloud. A cloud with saved state is not empty. */
  readonly mayStart?: boolean;
};

export type Connected =
  | {
      readonly kind: 'connected';
      readonly cloud: RunningCloud;
      readonly isStarted: boolean;
      /** Text that a newly started cloud printed before its address, such as warnings. */
      readonly said: string;
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** Connects to the running cloud of the project, or starts a new one, which keeps running after this process has ended. */
export async function connectLocalCloud(
  root: string,
  { environment, region, signal, mayStart = true }: ConnectOptions,
): Promise<Connected> {
  const running = await findRunningCloud(root);
  if (running) return { kind: 'connected', cloud: running, isStarted: false, said: '' };
  const holder = await holderOfCloud(root);
  if (holder !== undefined && readCloudFile(root)?.pid === holder) return silent(holder);
  if (holder === undefined && !mayStart && readKept(root) === undefined)
    return { kind: 'failed', diagnostics: [diagnose(noCloudRuns, {})] };
  const output = await ownFile(root, 'output.log');
  const child =
    holder === undefined ? startProcess(root, { environment, region, output }) : undefined;
  const life = { isOver: child === undefined };
  for (const event of ['error', 'exit'])
    child?.on(event, () => {
      life.isOver = true;
    });
  const until = Date.now() + START_LIMIT;
  while (Date.now() < until && signal?.aborted !== true) {
    // If two commands start a cloud at the same time, both use the first one, so an exited cloud is not an error yet.
    const wasOver = life.isOver;
    const cloud = await findRunningCloud(root);
    if (cloud) {
      const isStarted = cloud.pid === child?.pid;
      const said = isStarted ? await saidBefore(output) : '';
      return { kind: 'connected', cloud, isStarted, said };
    }
    if (wasOver && (await holderOfCloud(root)) === undefined) break;
    await pause(20);
  }
  const other = await holderOfCloud(root);
  if (other !== undefined && other !== child?.pid) return silent(other);
  if (!life.isOver) child?.kill();
  const lines = (readText(output) ?? '').trim().split('\n').slice(-5).join('\n');
  const data = { reason: lines === '' ? 'it stopped without a message' : lines };
  return { kind: 'failed', diagnostics: [diagnose(cloudDidNotStart, data)] };
}

function silent(pid: number): Connected {
  return { kind: 'failed', diagnostics: [diagnose(cloudIsRunning, { pid, url: undefined })] };
}

/** Milliseconds. A busy machine can take much longer than the usual fraction of a second. */
const START_LIMIT = 30_000;

/** The beginning of the line in which a cloud prints its address. */
export const ADDRESS = 'A local cloud: ';

async function saidBefore(output: string): Promise<string> {
  const until = Date.now() + ADDRESS_LIMIT;
  while (Date.now() < until) {
    const [before = '', ...rest] = (readText(output) ?? '').split(ADDRESS);
    if (rest.length > 0) return before;
    await pause(10);
  }
  return '';
}

const ADDRESS_LIMIT = 2000;

export async function holderOfCloud(root: string): Promise<number | undefined> {
  return (await holderOf(join(root, CLOUD_FOLDER, LOCK)))?.pid;
}

/** The lock of the cloud process, so that two commands start only one cloud. */
export const LOCK = 'cloud.lock';

function startProcess(
  root: string,
  { environment, region, output }: ConnectOptions & { readonly output: string },
): ChildProcess {
  const more = [
    ...(region === undefined ? [] : ['--region', region]),
    // Once `--keep` has been used, the state is always kept.
    ...(readKept(root) === undefined ? [] : ['--keep']),
  ];
  // The project is the working directory, so that hints do not contain an option that the user did not type.
  const argv = [...process.execArgv, PROGRAM, 'cloud', ...more];
  const file = openSync(output, 'w', 0o600);
  const child = spawn(process.execPath, argv, {
    cwd: root,
    env: withoutAws(environment),
    // Ctrl-C in the terminal of this process must not stop the cloud.
    detached: true,
    stdio: ['ignore', file, file],
  });
  child.unref();
  return child;
}

/** The built program; this file is in a chunk next to it. */
const PROGRAM = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/** Returns the environment without everything that could connect to AWS: settings, profiles, credentials, proxies. */
export function withoutAws(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.filter(([name]) => !/^(?:aws_|cloud_)|_proxy$/i.test(name)));
}

/** Finds the running cloud of the project. Its process must exist, and must respond with the id in the file. */
export async function findRunningCloud(root: string): Promise<RunningCloud | undefined> {
  await forgetOriginal(root);
  const cloud = readCloudFile(root);
  if (!cloud || !isAlive(cloud.pid)) return undefined;
  const { answered } = await ask(cloud);
  return answered === cloud.id ? cloud : undefined;
}

/** Removes the copied files of the original's cloud from a project that was copied or moved, so that each has its own cloud. */
async function forgetOriginal(root: string): Promise<void> {
  const cloud = readCloudFile(root);
  if (cloud?.root === undefined || cloud.host !== hostname()) return;
  if (isSameFolder(cloud.root, root)) return;
  if ((await holderOfCloud(root)) === cloud.pid)
    await rm(join(root, CLOUD_FOLDER, LOCK), { force: true });
  await rm(join(root, CLOUD_FOLDER, 'cloud.json'), { force: true });
}

/** Compares folders, not paths: a link, a mount or the case of a drive letter can give a folder another path. */
function isSameFolder(path: string, other: string): boolean {
  try {
    const [one, two] = [path, other].map((each) => statSync(each, { bigint: true }));
    return one?.ino === two?.ino && one?.dev === two?.dev;
  } catch {
    return false; // because the original does not exist, or belongs to another user
  }
}

type Answer = {
  readonly answered: unknown;
  /** True if a program listens on the port but does not respond. */
  readonly isSilent: boolean;
};

/** Asks the cloud for its id, because another program may be using its port now. */
function ask({ port, token }: RunningCloud): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT);
  const options = {
    ...{ host: '127.0.0.1', port, path: '/_framework/cloud', agent: false, signal },
    headers: { authorization: `Bearer ${token}` },
  };
  return new Promise((resolve) => {
    const end = (answered?: unknown): void => resolve({ answered, isSilent: signal.aborted });
    const request = get(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        end(response.statusCode === 200 ? mappingOf(parseJson(text))['id'] : undefined),
      );
      response.on('error', () => end()).on('close', () => end());
    });
    request.on('error', () => end());
  });
}

/** Milliseconds. A cloud that is busy with a large package responds late. */
const ANSWER_LIMIT = 5000;

/** Reads the file; undefined if it is missing or was not written by a cloud. */
export function readCloudFile(root: string): RunningCloud | undefined {
  try {
    const value: unknown = JSON.parse(readText(join(root, CLOUD_FOLDER, 'cloud.json')) ?? '');
    const isOurs =
      isMapping(value) &&
      value['version'] === 1 &&
      ['id', 'url', 'token', 'region', 'folder'].every((key) => typeof value[key] === 'string') &&
      Number.isInteger(value['pid']) &&
      Number.isInteger(value['port']) &&
      isMapping(value['environment']) &&
      ['host', 'root'].every((key) => ['string', 'undefined'].includes(typeof value[key]));
    return isOurs ? (value as RunningCloud) : undefined; // because its fields were checked
  } catch {
    return undefined;
  }
}

/** Writes the file atomically. */
export async function writeCloudFile(root: string, cloud: RunningCloud): Promise<void> {
  const path = await ownFile(root, 'cloud.json');
  const next = `${path}.${process.pid}.next`;
  refuseLinks(next);
  await writeFile(next, indentedJson(cloud), { mode: 0o600 });
  await rename(next, path);
}

/** Removes the files of a cloud whose process no longer exists. */
export async function forgetCloud(root: string): Promise<void> {
  const cloud = readCloudFile(root);
  await rm(join(root, CLOUD_FOLDER, 'cloud.json'), { force: true });
  // The file could name any folder, so the folder is removed only if it is temporary.
  if (cloud && isTemporary(cloud.folder))
    await rm(cloud.folder, { recursive: true, force: true }).catch(() => undefined);
}

const TEMPORARY = 'framework-cloud-';

export function temporaryPrefix(): string {
  return join(tmpdir(), TEMPORARY);
}

function isTemporary(folder: string): boolean {
  return dirname(folder) === tmpdir() && basename(folder).startsWith(TEMPORARY);
}

/** Returns the path of a file in the folder, and creates the folder with a `.gitignore`. */
export async function ownFile(root: string, name: string): Promise<string> {
  const folder = join(root, CLOUD_FOLDER);
  const path = join(folder, name);
  refuseLinks(path);
  await mkdir(folder, { recursive: true });
  const ignored = join(folder, '.gitignore');
  refuseLinks(ignored);
  if (!existsSync(ignored)) await writeFile(ignored, '*\n');
  await chmod(folder, 0o700);
  return path;
}

export function readKept(root: string): string | undefined {
  const path = join(root, KEPT_FILE);
  return existsSync(path) ? path : undefined;
}

export type Stopped =
  | {
      readonly kind: 'ended';
      readonly cloud: RunningCloud;
      readonly isKilled: boolean;
      /** True if the state is saved for the next start. */
      readonly isKept: boolean;
    }
  /** The lock of the cloud is held by this process, which may be another program. */
  | { readonly kind: 'silent'; readonly pid: number };

/** Stops the cloud of the project; undefined if none is running. */
export async function stopLocalCloud(root: string): Promise<Stopped | undefined> {
  await forgetOriginal(root);
  const cloud = readCloudFile(root);
  const holder = await holderOfCloud(root);
  const { answered, isSilent } =
    cloud && isAlive(cloud.pid) ? await ask(cloud) : { answered: undefined, isSilent: false };
  const isCloud = cloud && (answered === cloud.id || (isSilent && holder === cloud.pid));
  if (!isCloud) {
    // The holder of the lock may have ended in the meantime.
    const pid = await holderOfCloud(root);
    if (pid !== undefined) return { kind: 'silent', pid };
    if (cloud) await forgetCloud(root);
    return undefined;
  }
  signal(cloud.pid, 'SIGTERM');
  // A suspended process handles the signal when it resumes.
  if (isSilent && process.platform !== 'win32') signal(cloud.pid, 'SIGCONT');
  const until = Date.now() + STOP_LIMIT;
  while (isAlive(cloud.pid) && Date.now() < until) await pause(10);
  const isKilled = isAlive(cloud.pid);
  if (isKilled) signal(cloud.pid, 'SIGKILL');
  // The cloud removes its file after it has written everything.
  const isWhole = readCloudFile(root)?.id !== cloud.id;
  if (!isWhole) await forgetCloud(root);
  return { kind: 'ended', cloud, isKilled, isKept: cloud.isKept && isWhole && !isKilled };
}

/** Sends a signal to a process that may have just ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

const STOP_LIMIT = 10_000;

export function forgetRecords(root: string): void {
  const folder = join(root, CLOUD_RECORDS);
  refuseLinks(folder);
  mkdirSync(dirname(folder), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
}
