// The cloud of a project that runs as a process: `.framework/cloud/cloud.json` says where. Commands find it here, start it when
// none runs, and end it. The cloud itself is not loaded.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { diagnose, type Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { indentedJson, isMapping } from '../../../compiler/json-values.js';
import { isAlive } from '../../program/process-life.js';
import { readText, refuseLinks } from '../../project/disk.js';
import { holderOf } from '../../ship/deploy/deploy-lock.js';
import { cloudDidNotStart, cloudIsRunning, noCloudRuns } from './cloud-catalogue.js';

/** Everything of the cloud of a project, relative to its directory. Git ignores it. */
export const CLOUD_FOLDER = '.framework/cloud';
/** The records of deploys into it, apart from those of real deploys. */
export const CLOUD_RECORDS: string = `${CLOUD_FOLDER}/deployed`;
/** What `--keep` keeps. */
export const KEPT_FILE: string = `${CLOUD_FOLDER}/kept.bin`;

/** What `cloud.json` holds. Only its owner can read it, because it has keys. */
export type RunningCloud = {
  readonly version: 1;
  readonly id: string;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Opens `/_framework/…`. */
  readonly token: string;
  readonly region: string;
  readonly isKept: boolean;
  /** What a process needs to reach this cloud and nothing else. */
  readonly environment: Readonly<Record<string, string>>;
  /** Temporary files, which whoever finds the process gone removes. */
  readonly folder: string;
  readonly startedAt: string;
};

export type ConnectOptions = {
  /** Of this process. Nothing of AWS in it reaches the cloud. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of a cloud that is started. */
  readonly region?: string | undefined;
  readonly signal?: AbortSignal;
  /** False for a command that has nothing to do in an empty cloud. One whose state is kept is not empty. */
  readonly mayStart?: boolean;
};

export type Connected =
  | {
      readonly kind: 'connected';
      readonly cloud: RunningCloud;
      readonly isStarted: boolean;
      /** What one that was started has printed before its address, such as warnings. */
      readonly said: string;
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** The cloud of the project: the one that runs, or else a new one, which goes on when this process has ended. */
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
    // When two commands start one at the same time, the other's is ours as well.
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
  const data = { reason: lines === '' ? 'it ended without a message' : lines };
  return { kind: 'failed', diagnostics: [diagnose(cloudDidNotStart, data)] };
}

function silent(pid: number): Connected {
  return { kind: 'failed', diagnostics: [diagnose(cloudIsRunning, { pid, url: undefined })] };
}

/** Milliseconds. A machine that is busy takes long for what takes a part of a second. */
const START_LIMIT = 30_000;

/** Begins the line in which a cloud says where it is. */
export const ADDRESS = 'A cloud on this machine: ';

/** What a cloud that answers already has printed before its address, such as warnings. */
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

/** The process that holds the lock under which a cloud starts and runs. */
export async function holderOfCloud(root: string): Promise<number | undefined> {
  return (await holderOf(join(root, CLOUD_FOLDER, LOCK)))?.pid;
}

/** Held by the process of the cloud, so that two commands start one. */
export const LOCK = 'cloud.lock';

function startProcess(
  root: string,
  { environment, region, output }: ConnectOptions & { readonly output: string },
): ChildProcess {
  const more = [
    ...(region === undefined ? [] : ['--region', region]),
    // A person who has asked for it once finds everything again.
    ...(readKept(root) === undefined ? [] : ['--keep']),
  ];
  const argv = [...process.execArgv, PROGRAM, 'cloud', '--project-dir', root, ...more];
  const file = openSync(output, 'w', 0o600);
  const child = spawn(process.execPath, argv, {
    cwd: root,
    env: withoutAws(environment),
    // Ctrl-C in the terminal of this process is not for it.
    detached: true,
    stdio: ['ignore', file, file],
  });
  child.unref();
  return child;
}

/** The built program; this file is in a chunk beside it. */
const PROGRAM = fileURLToPath(new URL('../cli/main.js', import.meta.url));

/** The environment without what leads to AWS: settings, profiles, credentials, proxies. */
export function withoutAws(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.filter(([name]) => !/^(?:aws_|cloud_)|_proxy$/i.test(name)));
}

/** The cloud that runs for the project: its process is there, and answers as the one of the file. */
export async function findRunningCloud(root: string): Promise<RunningCloud | undefined> {
  const cloud = readCloudFile(root);
  if (!cloud || !isAlive(cloud.pid)) return undefined;
  const { answered } = await ask(cloud);
  return answered === cloud.id ? cloud : undefined;
}

type Answer = {
  /** The id. */
  readonly answered: unknown;
  /** Something listens there, and says nothing. */
  readonly isSilent: boolean;
};

/** What the cloud answers with. Another program may have its port by now. */
function ask({ port, token }: RunningCloud): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT);
  const options = {
    ...{ host: '127.0.0.1', port, path: '/_framework/cloud', agent: false, signal },
    headers: { authorization: `Bearer ${token}` },
  };
  return new Promise((resolve) => {
    const end = (answered?: unknown): void => {
      resolve({ answered, isSilent: signal.aborted });
    };
    const request = get(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        end(response.statusCode === 200 ? idIn(text) : undefined);
      });
      response.on('error', () => {
        end();
      });
      response.on('close', () => {
        end();
      });
    });
    request.on('error', () => {
      end();
    });
  });
}

function idIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isMapping(value) ? value['id'] : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds; one that is busy with a large package answers late. */
const ANSWER_LIMIT = 5000;

/** What the file says; undefined without a file that a cloud has written. */
export function readCloudFile(root: string): RunningCloud | undefined {
  try {
    const value: unknown = JSON.parse(readText(join(root, CLOUD_FOLDER, 'cloud.json')) ?? '');
    const isOurs =
      isMapping(value) &&
      value['version'] === 1 &&
      ['id', 'url', 'token', 'region', 'folder'].every((key) => typeof value[key] === 'string') &&
      Number.isInteger(value['pid']) &&
      Number.isInteger(value['port']) &&
      isMapping(value['environment']);
    return isOurs ? (value as RunningCloud) : undefined; // because its fields were looked at
  } catch {
    return undefined;
  }
}

/** Writes the file in one step. */
export async function writeCloudFile(root: string, cloud: RunningCloud): Promise<void> {
  const path = await ownFile(root, 'cloud.json');
  const next = `${path}.${process.pid}.next`;
  refuseLinks(next);
  await writeFile(next, indentedJson(cloud), { mode: 0o600 });
  await rename(next, path);
}

/** Removes what a cloud has left behind whose process is gone. */
export async function forgetCloud(root: string): Promise<void> {
  const cloud = readCloudFile(root);
  await rm(join(root, CLOUD_FOLDER, 'cloud.json'), { force: true });
  // The file could name any folder.
  if (cloud && isTemporary(cloud.folder))
    await rm(cloud.folder, { recursive: true, force: true }).catch(() => undefined);
}

const TEMPORARY = 'framework-cloud-';

/** The beginning of the name of a temporary folder. */
export function temporaryPrefix(): string {
  return join(tmpdir(), TEMPORARY);
}

function isTemporary(folder: string): boolean {
  return dirname(folder) === tmpdir() && basename(folder).startsWith(TEMPORARY);
}

/** The path of a file in the folder, which is made with a `.gitignore` of its own. */
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

/** The path of what is kept; undefined when nothing is. */
export function readKept(root: string): string | undefined {
  const path = join(root, KEPT_FILE);
  return existsSync(path) ? path : undefined;
}

export type Stopped =
  | {
      readonly kind: 'ended';
      readonly cloud: RunningCloud;
      /** It had to be killed. */
      readonly isKilled: boolean;
      /** Everything is kept for the next time. */
      readonly isKept: boolean;
    }
  /** A process that holds the lock of the cloud, and may be another program. */
  | { readonly kind: 'silent'; readonly pid: number };

/** Ends the cloud of the project. Undefined when none runs. */
export async function stopLocalCloud(root: string): Promise<Stopped | undefined> {
  const cloud = readCloudFile(root);
  const holder = await holderOfCloud(root);
  const { answered, isSilent } =
    cloud && isAlive(cloud.pid) ? await ask(cloud) : { answered: undefined, isSilent: false };
  const isCloud = cloud && (answered === cloud.id || (isSilent && holder === cloud.pid));
  if (!isCloud) {
    // It may have ended meanwhile.
    const pid = await holderOfCloud(root);
    if (pid !== undefined) return { kind: 'silent', pid };
    if (cloud) await forgetCloud(root);
    return undefined;
  }
  signal(cloud.pid, 'SIGTERM');
  // One that is stopped sees it when it goes on.
  if (isSilent && process.platform !== 'win32') signal(cloud.pid, 'SIGCONT');
  const until = Date.now() + STOP_LIMIT;
  while (isAlive(cloud.pid) && Date.now() < until) await pause(10);
  const isKilled = isAlive(cloud.pid);
  if (isKilled) signal(cloud.pid, 'SIGKILL');
  // It removes its file when everything is written.
  const isWhole = readCloudFile(root)?.id !== cloud.id;
  if (!isWhole) await forgetCloud(root);
  return { kind: 'ended', cloud, isKilled, isKept: cloud.isKept && isWhole && !isKilled };
}

/** It may have ended at this moment. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (isAlive(pid)) throw error;
  }
}

const STOP_LIMIT = 10_000;

/** Forgets the deploys into a cloud that is gone. */
export function forgetRecords(root: string): void {
  const folder = join(root, CLOUD_RECORDS);
  refuseLinks(folder);
  mkdirSync(dirname(folder), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
}
