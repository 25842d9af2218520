// An AWS service that the CLI calls: how its client is created, the calls that commands make, and the IAM actions that the
// calls need. Each service has one row in `ports.ts`; shared code never refers to a service by name. A call is repeated if that
// is safe, and throws a CloudError if it fails. The last functions open the connections, also those for downloads.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import { makeAttempts, type Repetition } from './attempts.js';
import { unlessMissing } from './cloud-error.js';
import type { Tags, WaitFor } from './cloud.js';
import { type MessageRule, readCloudError } from './read-cloud-error.js';

/** An AWS service. `Sdk` is the type of its client module. */
export type Service<Sdk> = {
  /** The service part of the variable `AWS_ENDPOINT_URL_<service>`. */
  readonly id: string;
  /** The prefix of the service's IAM actions: `lambda`. */
  readonly prefix: string;
  /** Loads the client module. Called before the first call to the service is made. */
  readonly load: () => Promise<Sdk>;
  readonly client: `${string}Client` & keyof Sdk;
  readonly settings?: (config: ClientConfig) => object;
  /** True if the service responds in XML. */
  readonly isXml?: boolean;
  /** False if the caller handles `busy`: it waits until the resource is ready, or reads it again first. */
  readonly repeatsBusy?: false;
  /** Rules for messages that only this service sends. */
  readonly kinds?: readonly MessageRule[];
  /** The members of the request and the response that contain the token of the next page; both default to `NextToken`. */
  readonly pageTokens?: readonly [asked: string, given: string];
};

export type Port<Name = string, ServiceCalls = Readonly<Record<string, unknown>>> = {
  readonly name: Name;
  /** The IAM actions. The type requires a row for every call. */
  readonly actions: ActionsOf<ServiceCalls>;
  readonly open: (opening: Opening) => ServiceCalls;
};

export type Opening = {
  readonly region: string;
  readonly signal: AbortSignal;
  readonly connections: () => Promise<Connections>;
  readonly endpointOf: (id: string) => string | undefined;
  /** Returns the calls of a service, which use their own client. */
  readonly callsOf: <Sdk>(service: Service<Sdk>, idleSeconds?: number) => Calls<Sdk>;
};

export function port<Name extends string, Sdk, ServiceCalls>(
  definition: Service<Sdk> &
    Omit<Port<Name, ServiceCalls>, 'open'> & {
      readonly calls: (calls: Calls<Sdk>, opening: Opening) => ServiceCalls;
    },
): Port<Name, ServiceCalls> {
  const { name, actions, calls, ...service } = definition;
  return { name, actions, open: (opening) => calls(opening.callsOf(service), opening) };
}

/** The names of the operations: `ListRules` if the module exports `ListRulesCommand`. */
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
  readonly read?: Read<Output, Result>;
  /** Defaults to `always`. */
  readonly repetition?: Repetition;
  /** In bytes. */
  readonly uploaded?: number;
  /** The name of the IAM action, if it differs from the name of the operation. */
  readonly action?: string;
  /** Returns a result for an SDK error, or throws a different error instead. */
  readonly refused?: (error: unknown) => Result;
};

type ReadPage<Page, Item> = (page: Page) => readonly Item[] | undefined;

type PageRules<Page, Item> = {
  readonly read: ReadPage<Page, Item>;
  readonly action?: string;
  /** The members that contain the token of the next page, if this operation has other names for them than its service. */
  readonly tokens?: Service<unknown>['pageTokens'];
};

/** Makes a call. Without `read`, the response is ignored. */
type Send<Sdk, Missing = never> = <Name extends Operation<Sdk>, Result = void>(
  operation: Name,
  input: InputOf<Sdk, Name>,
  rules?: Read<OutputOf<Sdk, Name>, Result> | CallRules<OutputOf<Sdk, Name>, Result>,
) => Promise<Result | Missing>;

/** How the calls of a service are made. Reading the response is part of the call: if `read` throws, the call fails. */
export type Calls<Sdk> = {
  readonly send: Send<Sdk>;
  /** Like `send`, but resolves to undefined if the resource does not exist. */
  readonly find: Send<Sdk, undefined>;
  /** Like `send`, for a deletion: a resource that does not exist is not an error. */
  readonly remove: Send<Sdk>;
  /** Makes a call for every page of a list, and returns the items of all pages. */
  readonly pages: <Name extends Operation<Sdk>, Item>(
    operation: Name,
    input: InputOf<Sdk, Name>,
    rules: ReadPage<OutputOf<Sdk, Name>, Item> | PageRules<OutputOf<Sdk, Name>, Item>,
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
      const end = waitFor(`the response to ${call.operation}`);
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
    rules: ReadPage<object, unknown> | PageRules<object, unknown>,
  ): Promise<readonly unknown[]> => {
    const {
      read,
      action = operation,
      tokens: [asked, given] = pageTokens,
    } = typeof rules === 'function' ? { read: rules } : rules;
    const items: unknown[] = [];
    let position: unknown;
    do {
      const readPage = (page: object): unknown => {
        items.push(...(read(page) ?? []));
        // In IAM, this member says that there is no next page, but some emulators still return a marker.
        return Reflect.get(page, 'IsTruncated') === false ? undefined : Reflect.get(page, given);
      };
      const next = await send(
        operation,
        { ...input, [asked]: position },
        { read: readPage, action },
      );
      // An empty token also ends the list. So does a repeated token, because the loop would otherwise never end.
      if (next === position) break;
      position = next || undefined;
    } while (position !== undefined);
    return items;
  };

  const find = (...call: Parameters<typeof send>): Promise<unknown> => unlessMissing(send(...call));
  // because all of them accept operations only by name
  return { send, find, remove: find, pages } as unknown as Calls<Sdk>;
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
 * - `remove`: to delete resources from earlier deploys that are no longer in the source.
 * - `logs`: to show logs, and values of API keys.
 * - `invoke`: not needed for a deploy.
 */
export type CallUse = 'read' | 'write' | 'remove' | 'logs' | 'invoke';

/** `resource` is the name in a resource type's statements (`cli/ship/resources/`), or `anything` without restriction. */
export type CallPermission = { readonly action: string; readonly resource: string };

export type CallActions = {
  readonly use: CallUse;
  readonly permissions: readonly CallPermission[];
};

/**
 * The IAM actions that each call needs. The types require a row for every call, so `gen-policy --deployer` cannot miss a new
 * call. The actions are from docs.aws.amazon.com/service-authorization/latest/reference/
 */
export type ActionsOf<ServiceCalls> = Readonly<Record<keyof ServiceCalls, CallActions>>;

export function call(use: CallUse, ...permissions: readonly CallPermission[]): CallActions {
  return { use, permissions };
}

export function callOn(resource: string, use: CallUse, ...actions: readonly string[]): CallActions {
  return call(use, ...actions.map((action) => ({ action, resource })));
}

/** Converts tags to the format of most services: a list of keys and values. */
export function tagList(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

export function tagsOf(list: readonly ListedTag[] = []): Tags {
  return Object.fromEntries(list.map(({ Key = '', Value = '' }) => [Key, Value]));
}

/** True for a TypeError thrown while reading a response. Node.js errors have a code, and `fetch` errors have a cause. */
function isUnreadable(error: unknown): error is TypeError {
  return error instanceof TypeError && error.cause === undefined && !('code' in error);
}

/** Creates an error for a response whose members have the wrong types. AWS has carried out the call. */
function unreadable(error: TypeError): Error {
  const message = `the response cannot be read (${error.message})`;
  const facts = { name: 'UnreadableAnswer', $metadata: { httpStatusCode: 200 } };
  return Object.assign(new Error(message), facts, { stack: error.stack });
}

type ListedTag = { Key: string | undefined; Value: string | undefined };

export type Connections = { readonly httpAgent: HttpAgent; readonly httpsAgent: HttpAgent };

/** The number of seconds without a byte in either direction after which a connection has stalled. Slow uploads send bytes. */
export const IDLE_SECONDS = 20;

/** Connections are kept open and probed while idle, to detect that the network was lost while the machine was asleep. */
const KEPT = { keepAlive: true, keepAliveMsecs: 10_000 } as const;

/** Opens the connections. The proxy library is loaded only if there is a proxy. */
export async function openConnections(hasProxy: boolean): Promise<Connections> {
  if (!hasProxy) return { httpAgent: new HttpAgent(KEPT), httpsAgent: new HttpsAgent(KEPT) };
  const { openProxyAgent } = await import('./proxy-agent.js');
  const agent = openProxyAgent(KEPT);
  return { httpAgent: agent, httpsAgent: agent };
}
