// Functions whose code runs in another process: `framework local --cloud` (docs/guide/local-server.md). That process keeps one
// connection open, which carries each invocation as a line, and sends each result as a request. When the connection closes, the
// functions wait for the next process.
import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { strToU8, zipSync } from 'fflate';
import { isListOf, isText, parseJson, mappingOf } from '../../../../../compiler/json-values.js';
import type { Caller, CredentialBook, SessionCredentials } from '../../server/caller.js';
import type { CloudFunction, FunctionBook } from '../function-book.js';
import { type Execution, sessionEnvironment, type FunctionRun } from './execution-environment.js';

export type AttachedLine =
  /** The first line. It contains the environment variables that Lambda and the deploy set for each function. */
  | {
      readonly kind: 'attached';
      readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
    }
  | {
      readonly kind: 'invocation';
      readonly id: string;
      /** The name of the function in the cloud. */
      readonly name: string;
      readonly event: unknown;
    }
  /** The cloud has denied a call that the function made. */
  | { readonly kind: 'denied'; readonly name: string; readonly text: string }
  /** A deploy has replaced the placeholder of an attached function, so its invocations run in the cloud. */
  | { readonly kind: 'deployed'; readonly name: string }
  /** The last line, sent when another process has attached one of these functions. */
  | { readonly kind: 'replaced' }
  /** Sent when no other process receives the invocations any longer, to a process that does not receive them itself. */
  | { readonly kind: 'free' };

/** The result of an invocation. `payload` is JSON text. */
export type AttachedResult = Pick<Execution, 'kind' | 'payload'>;

/** The code of a function that only an attached process can run. Its digest distinguishes it from deployed code. */
export const ATTACHED_CODE: { readonly zip: Uint8Array; readonly sha256: string } = packed(
  '// The code of this function is in `framework local --cloud`.\n',
);

function packed(text: string): typeof ATTACHED_CODE {
  // The bytes are the same on every machine, so that the digest is the same.
  const zip = zipSync({ 'index.mjs': strToU8(text) }, { mtime: new Date(2020, 0, 1), os: 3 });
  return { zip, sha256: createHash('sha256').update(zip).digest('base64') };
}

export type Attachments = {
  /** Attaches the functions in `text`, an {@link AttachRequest} as JSON. Keeps the response open to send lines. */
  readonly attach: (text: string, response: ServerResponse) => void;
  /** Passes the result to the invocation with this id. Returns false if no invocation waits for it. */
  readonly settle: (id: string, text: string) => boolean;
  /** Runs a function in its attached process; undefined if the function's code is in the cloud. */
  readonly run: (run: FunctionRun) => Promise<Execution> | undefined;
  /** Returns true if the function's code is not in the cloud and no process that has the code is attached. */
  readonly isWaiting: (owner: CloudFunction) => boolean;
  /** Wraps a caller so that its denials are reported to an attached process. */
  readonly watched: (session: SessionCredentials, caller: Caller) => Caller;
};

export type AttachRequest = {
  readonly region: string;
  readonly functions: readonly string[];
  /** False for a process that receives variables and denials but leaves the invocations to another process. */
  readonly isTaking: boolean;
  /** The id of the requesting process, which keeps its sessions and invocations if it attaches again. */
  readonly process: string;
  /** True if a debugger may pause the functions for a long time. */
  readonly isInspected: boolean;
};

type Attachment = Pick<AttachRequest, 'process' | 'isInspected'> & {
  readonly functions: readonly CloudFunction[];
  /** The ARNs of the functions whose invocations the process receives. */
  readonly arns: readonly string[];
  readonly write: (line: AttachedLine) => void;
  readonly replace: () => void;
  /** Closes the connection of a replaced process when its last invocation is complete. */
  readonly release: () => void;
};

type Given = {
  readonly session: SessionCredentials;
  readonly name: string;
  /** The newest attachment of the process. */
  readonly by: Attachment;
};

type Ports = {
  readonly functionsIn: (region: string) => FunctionBook;
  readonly credentials: CredentialBook;
  readonly cloudUrl: () => string;
};

/** The maximum timeout of a function: docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html */
const LONGEST_RUN = 900_000;

/** A process enforces the timeout of its functions itself. The cloud waits this much longer for the result. */
const LATEST_RESULT = 60_000;

export function createAttachments({ functionsIn, credentials, cloudUrl }: Ports): Attachments {
  const attachments = new Set<Attachment>();
  /** By access key. */
  const sessions = new Map<string, Given>();
  const running = new Map<string, { by: Attachment; readonly settle: Settle }>();
  const find = (arn: string): Attachment | undefined =>
    [...attachments].find(({ arns }) => arns.includes(arn));
  const isPlaceholder = ({ latest }: CloudFunction): boolean =>
    latest.code.sha256 === ATTACHED_CODE.sha256;
  const isWaiting: Attachments['isWaiting'] = (owner) => isPlaceholder(owner) && !find(owner.arn);
  const tellFree = ({ functions, arns, write }: Attachment): void => {
    const isFree = arns.length === 0 && functions.every(({ arn }) => !find(arn));
    if (isFree && functions.length > 0) write({ kind: 'free' });
  };
  const fail = (by: Attachment): void => {
    for (const one of running.values()) if (one.by === by) one.settle(GONE);
  };
  /** Moves the invocations and sessions of a process to its newest attachment, so that they end with that attachment. */
  const adopt = (attachment: Attachment): void => {
    for (const one of running.values()) {
      const { by } = one;
      if (by.process !== attachment.process) continue;
      one.by = attachment;
      by.release();
    }
    for (const [key, given] of sessions)
      if (given.by.process === attachment.process) sessions.set(key, { ...given, by: attachment });
  };
  const sessionFor = (by: Attachment, role: string, name: string): SessionCredentials => {
    // If a process attaches again, its code still uses the sessions that it received first.
    for (const given of sessions.values()) {
      const { session } = given;
      const isOfProcess = given.by.process === by.process;
      if (isOfProcess && given.name === name && session.roleArn === role) return session;
    }
    const session = credentials.issue(role, name);
    sessions.set(session.accessKeyId, { session, name, by });
    return session;
  };
  const forget = ({ process }: Attachment): void => {
    if ([...attachments].some((one) => one.process === process)) return;
    for (const [key, { by }] of sessions) {
      if (by.process !== process) continue;
      sessions.delete(key);
      credentials.revoke(key);
    }
  };

  return {
    attach: (text, response) => {
      const asked = readRequest(text);
      const book = asked && functionsIn(asked.region);
      const owners = asked?.functions.flatMap((name) => book?.functions.get(name) ?? []) ?? [];
      if (!asked || !book || owners.length < asked.functions.length) {
        const message = 'The functions to attach do not exist.';
        response.writeHead(400, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ message }));
        return;
      }
      const arns = asked.isTaking ? owners.map(({ arn }) => arn) : [];
      for (const arn of arns) find(arn)?.replace();
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      const attachment: Attachment = {
        functions: owners,
        arns,
        process: asked.process,
        isInspected: asked.isInspected,
        write: (line) => {
          if (!response.writableEnded) response.write(`${JSON.stringify(line)}\n`);
        },
        replace: () => {
          attachment.write({ kind: 'replaced' });
          attachments.delete(attachment);
          // The process completes its running invocations.
          attachment.release();
        },
        release: () => {
          const isBusy = [...running.values()].some(({ by }) => by === attachment);
          if (!isBusy && !attachments.has(attachment)) response.end();
        },
      };
      response.once('close', () => {
        attachments.delete(attachment);
        if (!response.writableEnded) fail(attachment);
        for (const one of attachments) tellFree(one);
        // Requests that the process is still serving may use the sessions until then.
        setTimeout(forget, LONGEST_RUN, attachment).unref();
      });
      adopt(attachment);
      const rows = owners.map(({ name, latest: { settings } }) => {
        const session = sessionFor(attachment, settings.role, name);
        const location = {
          region: book.region,
          settings,
          cloudUrl: cloudUrl(),
          credentials: session,
        };
        return [name, sessionEnvironment(location)] as const;
      });
      attachment.write({ kind: 'attached', environments: Object.fromEntries(rows) });
      attachments.add(attachment);
      tellFree(attachment);
    },
    settle: (id, text) => {
      const settle = running.get(id)?.settle;
      const result = readResult(text);
      if (!settle || !result) return false;
      settle(result);
      return true;
    },
    run: ({ owner, payload }) => {
      const by = find(owner.arn);
      if (!isPlaceholder(owner)) {
        by?.write({ kind: 'deployed', name: owner.name });
        return undefined;
      }
      if (!by) return Promise.resolve(NOT_HERE);
      const id = randomUUID();
      const event: unknown = JSON.parse(payload);
      return new Promise((resolve) => {
        const settle: Settle = (result) => {
          clearTimeout(timer);
          running.delete(id);
          one.by.release();
          resolve({ ...result, isStreamed: false, lines: [] });
        };
        const one = { by, settle };
        const own = owner.latest.settings.timeout * 1000 + LATEST_RESULT;
        const timer = setTimeout(settle, by.isInspected ? LONGEST_RUN : own, LATE).unref();
        running.set(id, one);
        by.write({ kind: 'invocation', id, name: owner.name, event });
      });
    },
    isWaiting,
    watched: ({ accessKeyId }, caller) => {
      const known = sessions.get(accessKeyId);
      if (!known) return caller;
      const { name, by } = known;
      return {
        ...caller,
        denial: (question) => {
          const text = caller.denial(question);
          if (text !== undefined) by.write({ kind: 'denied', name, text });
          return text;
        },
      };
    },
  };
}

type Settle = (result: AttachedResult) => void;

function failure(errorMessage: string): Execution {
  const payload = JSON.stringify({ errorType: 'Runtime.ExitError', errorMessage });
  return { kind: 'failed', payload, isStreamed: false, lines: [] };
}

const GONE = failure('`framework local --cloud` stopped while the function was running.');
const LATE = failure('`framework local --cloud` has not sent the result of the function.');
const NOT_HERE = failure(
  'The code of this function runs in `framework local --cloud`, which is not running.',
);

function readRequest(text: string): AttachRequest | undefined {
  const { region, functions, isTaking, process, isInspected } = mappingOf(parseJson(text));
  if (!isText(region) || !isListOf(functions, isText)) return undefined;
  return {
    region,
    functions,
    isTaking: isTaking === true,
    process: isText(process) ? process : randomUUID(),
    isInspected: isInspected === true,
  };
}

function readResult(text: string): AttachedResult | undefined {
  const { kind, payload } = mappingOf(parseJson(text));
  if ((kind !== 'returned' && kind !== 'failed') || !isText(payload)) return undefined;
  return { kind, payload };
}
