// An AWS service that the CLI calls: how its client is created, the calls that commands make, and the IAM actions that they
// need. Each has one row in `ports.ts`; shared code knows no service by name. A call is repeated when that is safe, and throws
// CloudErrors.
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import { makeAttempts, type Repetition } from './attempts.js';
import type { CloudCalls, Tags, WaitFor } from './cloud.js';
import type { Connections } from './connections.js';
import { type MessageRule, readCloudError } from './read-cloud-error.js';

/** A service; `Sdk` is the module of its client. */
export type Service<Sdk> = {
  /** The service part of the variable `AWS_ENDPOINT_URL_<service>`. */
  readonly id: string;
  /** The prefix of its IAM actions: `lambda`. */
  readonly prefix: string;
  /** Loads the client, which the first call does. */
  readonly load: () => Promise<Sdk>;
  /** The class of the client. */
  readonly client: `${string}Client` & keyof Sdk;
  /** Settings that this client alone has. */
  readonly settings?: (config: ClientConfig) => object;
  /** True when the service responds in XML. */
  readonly isXml?: boolean;
  /** False when the caller has to read the resource again before a throttled call is repeated. */
  readonly repeatsBusy?: false;
  /** The kinds of messages that this service alone has. */
  readonly kinds?: readonly MessageRule[];
  /** The members that request a page and that name the next one; both default to `NextToken`. */
  readonly pageTokens?: readonly [asked: string, given: string];
};

export type Port<Name extends keyof CloudCalls = keyof CloudCalls> = {
  [Each in Name]: {
    readonly name: Each;
    /** The type requires a row for every call. */
    readonly actions: ActionsOf<CloudCalls[Each]>;
    readonly open: (opening: Opening) => CloudCalls[Each];
  };
}[Name];

/** What the calls of a service are opened with. */
export type Opening = {
  readonly region: string;
  readonly signal: AbortSignal;
  readonly connections: () => Promise<Connections>;
  readonly endpointOf: (id: string) => string | undefined;
  /** Creates a separate client for the calls. */
  readonly callsOf: <Sdk>(service: Service<Sdk>, idleSeconds?: number) => Calls<Sdk>;
};

/** A port whose calls need nothing but their service, or also what they are opened with. */
export function port<Name extends keyof CloudCalls, Sdk>({
  name,
  actions,
  calls,
  ...service
}: Service<Sdk> & {
  readonly name: Name;
  readonly actions: ActionsOf<CloudCalls[Name]>;
  readonly calls: (calls: Calls<Sdk>, opening: Opening) => CloudCalls[Name];
}): Port<Name> {
  return { name, actions, open: (opening) => calls(opening.callsOf(service), opening) };
}

/** Names of operations: `ListRules` where the module has `ListRulesCommand`. */
type Operation<Sdk> = {
  [Key in keyof Sdk]: Key extends `${infer Name}Command` ? Name : never;
}[keyof Sdk];

type CommandOf<Sdk, Name extends string> = Sdk[`${Name}Command` & keyof Sdk];

export type InputOf<Sdk, Name extends string> =
  CommandOf<Sdk, Name> extends abstract new (...args: infer Args) => unknown
    ? NonNullable<Args[0]>
    : never;

type OutputOf<Sdk, Name extends string> =
  CommandOf<Sdk, Name> extends abstract new (...args: never) => {
    resolveMiddleware: (...args: never) => (...args: never) => Promise<{ output: infer Output }>;
  }
    ? Output
    : never;

type Read<Output, Result> = (output: Output) => Result | Promise<Result>;

type CallRules<Output, Result> = {
  /** Reads the response. */
  readonly read?: Read<Output, Result>;
  /** Defaults to `always`. */
  readonly repetition?: Repetition;
  /** Bytes. */
  readonly uploaded?: number;
  /** The name of the IAM action where it is not that of the operation. */
  readonly action?: string;
  /** Returns a result for an SDK error, or throws another error instead of it. */
  readonly refused?: (error: unknown) => Result;
};

/** How the calls of a service are written. Reading a response is part of the call, which fails when `read` throws. */
export type Calls<Sdk> = {
  /** Makes a call. Without `read` its response is ignored. */
  readonly send: <Name extends Operation<Sdk>, Result = void>(
    operation: Name,
    input: InputOf<Sdk, Name>,
    rules?: Read<OutputOf<Sdk, Name>, Result> | CallRules<OutputOf<Sdk, Name>, Result>,
  ) => Promise<Result>;
  /** Makes a call for every page of a list, and returns the items of all. */
  readonly pages: <Name extends Operation<Sdk>, Item>(
    operation: Name,
    input: InputOf<Sdk, Name>,
    read: (page: OutputOf<Sdk, Name>) => readonly Item[] | undefined,
  ) => Promise<readonly Item[]>;
};

type OpenOptions = {
  readonly open: () => Promise<OpenedClient>;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly signal: AbortSignal;
  readonly waitFor: WaitFor;
};

export type OpenedClient = {
  readonly sdk: object;
  readonly client: OpenClient;
};

export function openCalls<Sdk>(service: Service<Sdk>, options: OpenOptions): Calls<Sdk> {
  const { prefix, kinds, repeatsBusy = true, pageTokens = ['NextToken', 'NextToken'] } = service;
  const { region, endpoint, signal, waitFor } = options;
  let opening: Promise<OpenedClient> | undefined;

  const send = async (
    operation: string,
    input: object,
    rules: Read<object, unknown> | CallRules<object, unknown> = {},
  ): Promise<unknown> => {
    opening ??= options.open();
    const { sdk, client } = await opening;
    const {
      read,
      repetition = 'always',
      uploaded = 0,
      action = operation,
      refused,
    } = typeof rules === 'function' ? { read: rules } : rules;
    const call = { operation: `${prefix}:${action}`, region, endpoint, uploaded, kinds };
    const Command = Reflect.get(sdk, `${operation}Command`) as new (of: object) => object; // because the types of `Calls` require it
    const attempt = async (): Promise<unknown> => {
      const command = new Command(input);
      const end = waitFor(`the answer to ${call.operation}`);
      try {
        const output = await client.send(command, { abortSignal: signal });
        return await read?.(output);
      } catch (error) {
        if (isUnreadable(error)) throw unreadable(error);
        if (!refused) throw error;
        return refused(error);
      } finally {
        end();
      }
    };
    const attemptRules = { repetition, repeatsBusy, signal, waitFor };
    return makeAttempts(attempt, (error) => readCloudError(error, call), attemptRules);
  };

  const pages = async (
    operation: string,
    input: object,
    read: (page: object) => readonly unknown[] | undefined,
  ): Promise<readonly unknown[]> => {
    const [asked, given] = pageTokens;
    const items: unknown[] = [];
    let position: unknown;
    do {
      const next = await send(operation, { ...input, [asked]: position }, (page) => {
        items.push(...(read(page) ?? []));
        // This member of IAM says that there is no next page; some emulators return a marker all the same.
        return Reflect.get(page, 'IsTruncated') === false ? undefined : Reflect.get(page, given);
      });
      // An empty token ends the list too. So does a token that repeats, because the loop would never end.
      if (next === position) break;
      position = next || undefined;
    } while (position !== undefined);
    return items;
  };

  return { send, pages } as unknown as Calls<Sdk>; // because the two know the operations by name alone
}

export type Credentials = NonNullable<LambdaClientConfig['credentials']>;

export type OpenClient = {
  readonly send: (
    command: object,
    options: { readonly abortSignal: AbortSignal },
  ) => Promise<object>;
  readonly destroy: () => void;
  readonly config: { readonly credentials: Credentials };
};

/** The settings that all clients share. */
export type ClientConfig = Pick<
  LambdaClientConfig,
  'region' | 'maxAttempts' | 'logger' | 'requestHandler' | 'profile' | 'credentials'
> & {
  readonly endpoint?: string;
  readonly clientConfig: { readonly requestHandler: LambdaClientConfig['requestHandler'] };
};

/**
 * - `read`: to plan.
 * - `write`: to deploy, delete and roll back.
 * - `remove`: to delete what an earlier deploy made and the source no longer has.
 * - `logs`: to show logs, and values of API keys.
 * - `invoke`: no deploy needs it.
 */
export type CallUse = 'read' | 'write' | 'remove' | 'logs' | 'invoke';

/**
 * `resource`: as the statements of a resource type name it (`cli/ship/resources/`), or `anything` when the action cannot be narrowed.
 */
export type CallPermission = { readonly action: string; readonly resource: string };

export type CallActions = {
  readonly use: CallUse;
  readonly permissions: readonly CallPermission[];
};

/**
 * The IAM actions that each call needs. The types require a row for every call, so `gen-policy --deployer` cannot miss a new
 * one. The actions are from docs.aws.amazon.com/service-authorization/latest/reference/
 */
export type ActionsOf<ServiceCalls> = Readonly<Record<keyof ServiceCalls, CallActions>>;

export function call(use: CallUse, ...permissions: readonly CallPermission[]): CallActions {
  return { use, permissions };
}

export function callOn(resource: string, use: CallUse, ...actions: readonly string[]): CallActions {
  return call(use, ...actions.map((action) => ({ action, resource })));
}

/** Tags as most services write them: a list of keys and values. */
export function tagList(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

export function tagsOf(list: readonly ListedTag[] = []): Tags {
  return Object.fromEntries(list.map(({ Key = '', Value = '' }) => [Key, Value]));
}

/** Errors of Node.js have a code, and those of `fetch` a cause. */
function isUnreadable(error: unknown): error is TypeError {
  return error instanceof TypeError && error.cause === undefined && !('code' in error);
}

/** The error of a response whose members have the wrong types. AWS has carried out the call. */
function unreadable(error: TypeError): Error {
  const message = `the answer cannot be read (${error.message})`;
  const facts = { name: 'UnreadableAnswer', $metadata: { httpStatusCode: 200 } };
  return Object.assign(new Error(message), facts, { stack: error.stack });
}

type ListedTag = { Key: string | undefined; Value: string | undefined };
