// Runs functions: reuses an idle environment, starts another if all are busy, and stops environments of older versions.
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type LogLine, type LogStore, logGroupArn } from '../../logs/log-store.js';
import type { CredentialBook } from '../../server/caller.js';
import type { RoleBook } from '../../service.js';
import type { CloudFunction, Code, Version } from '../function-book.js';
import type { Attachments } from './attachments.js';
import {
  type Execution,
  type ExecutionEnvironment,
  startEnvironment,
  type FunctionRun,
} from './execution-environment.js';
import { filesOf } from '../code.js';

export type FunctionRunner = {
  /** Runs the function; undefined if its concurrency limit is reached. */
  readonly run: (run: FunctionRun) => Promise<Execution> | undefined;
  /** Returns true if a process must be attached before the function can run. */
  readonly isWaiting: Attachments['isWaiting'];
  readonly forget: (functionArn: string) => void;
  readonly close: () => Promise<void>;
};

type RunnerPorts = {
  readonly node: string;
  readonly runtime?: readonly string[];
  readonly roles: RoleBook;
  readonly logs: LogStore;
  readonly cloudUrl: () => string;
  readonly credentials: CredentialBook;
  readonly codeFolder: () => Promise<string>;
  readonly attachments: Attachments;
  /** Calls `run` when a process has been idle for a long time, unless cancelled. Without it, idle processes are kept. */
  readonly afterRest?: (run: () => void) => () => void;
};

type Row = {
  readonly functionArn: string;
  readonly version: string;
  readonly key: string;
  readonly environment: ExecutionEnvironment;
  isBusy: boolean;
  /** Cancels the idle timer. Set while the process is idle. */
  stay?: (() => void) | undefined;
};

export function createFunctionRunner(ports: RunnerPorts): FunctionRunner {
  const folders = createCodeFolders(ports.codeFolder);
  const rows = new Set<Row>();
  const running = new Map<string, number>();

  const drop = (row: Row): void => {
    row.stay?.();
    rows.delete(row);
    row.environment.stop();
  };
  const acquire = async ({ owner, version }: FunctionRun): Promise<Row> => {
    const key = JSON.stringify([owner.arn, version.version, version.code.sha256, version.settings]);
    const { arn: functionArn } = owner;
    for (const row of rows) {
      const isOther = row.functionArn !== functionArn || row.version !== version.version;
      if (isOther || row.isBusy) continue;
      if (row.key !== key || !row.environment.isUsable()) drop(row);
      else {
        row.stay?.();
        row.isBusy = true;
        return row;
      }
    }
    const environment = await startEnvironment(
      { owner, version },
      {
        node: ports.node,
        ...(ports.runtime && { runtime: ports.runtime }),
        region: ports.logs.region,
        cloudUrl: ports.cloudUrl(),
        folder: await folders.open(version.code),
        credentials: ports.credentials.issue(version.settings.role, owner.name),
        write: (stream, lines) => writeLog(ports, { owner, version, stream }, lines),
      },
    );
    const row: Row = { functionArn, version: version.version, key, environment, isBusy: true };
    rows.add(row);
    return row;
  };
  const execute = async (run: FunctionRun): Promise<Execution> => {
    const row = await acquire(run);
    try {
      return await row.environment.invoke(run);
    } finally {
      row.isBusy = false;
      if (!row.environment.isUsable()) drop(row);
      else row.stay = ports.afterRest?.(() => drop(row));
    }
  };

  return {
    run: (run) => {
      const { arn, reservedConcurrency } = run.owner;
      const count = running.get(arn) ?? 0;
      if (reservedConcurrency !== undefined && count >= reservedConcurrency) return undefined;
      running.set(arn, count + 1);
      const ended = ports.attachments.run(run) ?? execute(run);
      return ended.finally(() => running.set(arn, (running.get(arn) ?? 1) - 1));
    },
    isWaiting: ports.attachments.isWaiting,
    forget: (functionArn) => {
      for (const row of rows) if (row.functionArn === functionArn && !row.isBusy) drop(row);
    },
    close: async () => {
      for (const row of rows) drop(row);
      await folders.close();
    },
  };
}

type Written = {
  readonly owner: CloudFunction;
  readonly version: Version;
  readonly stream: string;
};

/** Writes the log of a function with the permissions of its role. If a permission is missing, nothing is stored. */
function writeLog(
  { roles, logs }: RunnerPorts,
  { owner, version, stream }: Written,
  lines: readonly LogLine[],
): void {
  const { role } = version.settings;
  const group = `/aws/lambda/${owner.name}`;
  const groupArn = logGroupArn(logs, group);
  const streamArn = `${groupArn}:log-stream:${stream}`;
  const known = logs.groups.get(group);
  if (!known && !roles.allows(role, 'logs:CreateLogGroup', `${groupArn}:log-stream:`)) return;
  if (!known?.streams.has(stream) && !roles.allows(role, 'logs:CreateLogStream', streamArn)) return;
  if (!roles.allows(role, 'logs:PutLogEvents', streamArn)) return;
  logs.append({ group, stream }, lines);
}

type CodeFolders = {
  readonly open: (code: Code) => Promise<string>;
  readonly close: () => Promise<void>;
};

export function createCodeFolders(parent: () => Promise<string>): CodeFolders {
  const folders = new Map<string, Promise<string>>();
  const make = (code: Code): Promise<string> => {
    const folder = unpack(code, parent);
    folders.set(code.sha256, folder);
    // A later call may succeed in unpacking.
    folder.catch(() => forget(code, folder));
    return folder;
  };
  const forget = ({ sha256 }: Code, folder: Promise<string>): void => {
    if (folders.get(sha256) === folder) folders.delete(sha256);
  };
  return {
    open: async (code) => {
      const known = folders.get(code.sha256);
      if (!known) return make(code);
      if (await folderExists(await known)) return known;
      // The folder was removed, for example by a cleaner of temporary files.
      forget(code, known);
      return folders.get(code.sha256) ?? make(code);
    },
    close: async () => {
      const made = await Promise.allSettled(folders.values());
      folders.clear();
      const there = made.filter((one) => one.status === 'fulfilled');
      await Promise.all(there.map(({ value }) => rm(value, { recursive: true, force: true })));
    },
  };
}

function folderExists(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}

async function unpack(code: Code, parent: () => Promise<string>): Promise<string> {
  // The parent folder may have been removed as well.
  const location = await parent();
  await mkdir(location, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(location, 'code-'));
  for (const [path, bytes] of Object.entries(filesOf(code))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  return folder;
}
