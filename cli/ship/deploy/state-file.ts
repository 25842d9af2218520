// Reads, writes and removes `.framework/deployed/<stage>.json`. The record is a cache: an unusable record causes a warning,
// never an error (docs/decisions/deployed-state.md).
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Diagnostic, diagnose } from '../../../compiler/diagnostics/diagnostic.js';
import { stateElsewhere, stateUnreadable, stateUnwritable } from './deploy-catalogue.js';
import { indentedJson, isMapping, isText, type Mapping } from '../../../compiler/json-values.js';
import { errorCode, mkdirRefusal, refuseLinks } from '../../project/disk.js';
import { RESOURCE_TYPES } from '../resources/registry.js';
import type { DeployedState, RegionalStage } from '../stage/states.js';

export type StatePlace = RegionalStage & {
  readonly endpoint: string | undefined;
  readonly records?: string | undefined;
};

/** The folder of the records, relative to the project directory. The local cloud has its own folder. */
const RECORDS = '.framework/deployed';

export type ReadState = {
  /** The record; undefined if there is no usable one. */
  readonly state: DeployedState | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

/** Returns the path of a stage's file, relative to the project directory. */
export function stateFile(stage: string, records: string = RECORDS): string {
  return `${records}/${stage}.json`;
}

/** Reads the record of the last deploy from this machine, if it belongs to this application, stage and region. */
export async function readState(root: string, location: StatePlace): Promise<ReadState> {
  const file = stateFile(location.stage, location.records);
  const withoutState = (...diagnostics: Diagnostic[]): ReadState => ({
    state: undefined,
    diagnostics,
  });
  const decoded = await decodeFile(root, file);
  if (decoded === undefined) return withoutState();
  if ('problem' in decoded) {
    return withoutState(diagnose(stateUnreadable, { file, reason: decoded.problem }));
  }
  const difference = differenceOf(decoded.state, location);
  if (difference === undefined) return { state: decoded.state, diagnostics: [] };
  return withoutState(diagnose(stateElsewhere, { file, ...difference }));
}

/** Reads the record of the last deploy to any cloud; undefined if it is not usable, which `readState` explains. */
export async function readRecord(
  root: string,
  stage: string,
  records?: string,
): Promise<DeployedState | undefined> {
  const decoded = await decodeFile(root, stateFile(stage, records));
  return decoded && 'state' in decoded ? decoded.state : undefined;
}

/** Returns undefined if there is no file. */
async function decodeFile(root: string, file: string): Promise<DecodedState | undefined> {
  try {
    return decodeState(await readOwnFile(join(root, file)));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : { problem: reasonOf(error) };
  }
}

/** Far larger than any record or lock. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Throws for unexpected files in `.framework/`: a link, a pipe, which could block forever, or a huge file. */
export async function readOwnFile(path: string): Promise<string> {
  refuseLinks(path);
  const stats = await stat(path);
  if (!stats.isFile() && !stats.isDirectory()) throw new Error('it is a pipe or a device');
  if (stats.size > MOST_BYTES) throw new Error('it is larger than 16 MB');
  return readFile(path, 'utf8');
}

/** `problem` is the reason, as the end of a sentence. */
type DecodedState = { readonly state: DeployedState } | { readonly problem: string };

/** Decodes a record. A record with a missing or wrong field is discarded entirely, because a guess could hide a resource. */
function decodeState(text: string): DecodedState {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'it is not JSON' };
  }
  if (!isMapping(value)) return { problem: 'it does not contain a mapping' };
  if (value['version'] !== 1)
    return { problem: `its version is ${JSON.stringify(value['version'] ?? null)}, not 1` };
  if (isState(value)) return { state: value };
  return { problem: 'fields are missing or have the wrong type' };
}

function isState(value: Mapping): value is Mapping & DeployedState {
  return (
    ['app', 'stage', 'account', 'partition', 'region'].every((key) => isText(value[key])) &&
    (value['endpoint'] === null || isText(value['endpoint'])) &&
    typeof value['isComplete'] === 'boolean' &&
    RESOURCE_TYPES.every(({ record }) => record?.isValid(value) !== false)
  );
}

/** Returns a warning if the state belongs to another account. The account is known only after the first call. */
export function checkAccount(state: DeployedState, account: string): Diagnostic[] {
  if (state.account === account) return [];
  const data = { what: 'account', before: state.account, now: account };
  return [diagnose(stateElsewhere, { file: stateFile(state.stage), ...data })];
}

/** Replaces the file atomically. Returns the problems if it could not be written. */
export async function writeState(
  root: string,
  state: DeployedState,
  records?: string,
): Promise<Diagnostic[]> {
  const file = stateFile(state.stage, records);
  const path = join(root, file);
  const temporary = `${path}.${process.pid}.next`;
  try {
    refuseLinks(path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, indentedJson(state), { flag: 'wx' });
    await rename(temporary, path);
    return [];
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    return [diagnose(stateUnwritable, { file, reason: reasonOf(error) })];
  }
}

/** Removes the file, if it exists. A folder with that name is not ours; `readState` reports it. */
export async function removeState(root: string, stage: string, records?: string): Promise<void> {
  await rm(join(root, stateFile(stage, records)), { force: true }).catch((error: unknown) => {
    if (errorCode(error) !== 'ERR_FS_EISDIR') throw error;
  });
}

type Difference = { readonly what: string; readonly before: string; readonly now: string };

function differenceOf(state: DeployedState, location: StatePlace): Difference | undefined {
  const rows: readonly (readonly [what: string, before: string, now: string])[] = [
    ['application', state.app, location.app],
    ['stage', state.stage, location.stage],
    ['endpoint', state.endpoint ?? 'of AWS', location.endpoint ?? 'of AWS'],
    ['region', state.region, location.region],
  ];
  const found = rows.find(([, before, now]) => before !== now);
  return found && { what: found[0], before: found[1], now: found[2] };
}

/** Returns the reason for the error as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? mkdirRefusal(error).message : String(error);
  // Extracts the middle part of "EACCES: permission denied, open '/home/…'". The message already names the path, relative to
  // the project.
  return /^[A-Z0-9_]+: ([^,]+)/.exec(text)?.[1] ?? text;
}
