// The Lambda calls. An update is bound to a revision, which changes when the update is carried out. If a response is lost, the
// update is therefore not repeated immediately; the function is read first.
import { createHash } from 'node:crypto';
import type {
  InvokeWithResponseStreamResponseEvent as StreamEvent,
  Runtime,
} from '@aws-sdk/client-lambda';
import type * as sdk from '@aws-sdk/client-lambda';
import { sendUntilSeen } from '../attempts.js';
import type { Tags } from '../cloud.js';
import { unless, unlessMissing } from '../cloud-error.js';
import {
  call,
  type CallActions,
  callOn,
  type Calls,
  type Connections,
  IDLE_SECONDS,
  type InputOf,
  type Opening,
  port,
  type Port,
  type Service,
} from '../service.js';
import {
  type CloudFunction,
  DEFAULT_STORAGE,
  type FunctionHistory,
  type FunctionSettings,
  hasSettings,
  type InvokeAnswer,
  type Permission,
  type PublishedFunction,
  readFunction,
  readPermissions,
  readPublished,
  readVersion,
  readWholeFunction,
  type StreamAnswer,
  writeSettings,
} from './lambda-function.js';
import { type IncomingMessage, get as getOverHttp } from 'node:http';
import { get as getOverHttps } from 'node:https';

export type LambdaSdk = typeof sdk;

/** The Lambda service. It is also used for the calls about event source mappings. */
export const LAMBDA: Service<LambdaSdk> = {
  id: 'LAMBDA',
  prefix: 'lambda',
  load: () => import('@aws-sdk/client-lambda'),
  client: 'LambdaClient',
  // A change to a function takes up to a minute, so the deploy step waits until the function is ready instead.
  repeatsBusy: false,
  pageTokens: ['Marker', 'NextMarker'],
};

export type FunctionCreation = FunctionSettings &
  Pick<CloudFunction, 'name' | 'architecture' | 'description' | 'tags'> & {
    readonly zip: Uint8Array;
  };

export type ListedFunction = {
  readonly name: string;
  readonly description: string;
  readonly modifiedAt: number;
};

/** An update fails with `changed` if the function no longer has this revision. */
type Update = { readonly name: string; readonly revisionId: string | undefined };

export type CodeUpdate = Update & Pick<FunctionCreation, 'architecture' | 'zip'>;

export const lambdaPort: Port<'lambda', ReturnType<typeof lambdaCalls>> = port({
  ...LAMBDA,
  name: 'lambda',
  actions: {
    // `GetFunction` returns the tags only to a caller with `lambda:ListTags`.
    getFunction: callOn('function', 'read', 'lambda:GetFunction', 'lambda:ListTags'),
    getFunctionConfiguration: callOn('function', 'read', 'lambda:GetFunctionConfiguration'),
    listFunctions: callOn('anything', 'read', 'lambda:ListFunctions'),
    describeFunctions: callOn('anything', 'read', 'lambda:ListFunctions'),
    createFunction: withRole('lambda:CreateFunction', 'lambda:TagResource'),
    updateFunctionCode: callOn('function', 'write', 'lambda:UpdateFunctionCode'),
    updateFunctionConfiguration: withRole('lambda:UpdateFunctionConfiguration'),
    describeFunction: callOn('function', 'write', 'lambda:UpdateFunctionConfiguration'),
    putConcurrency: callOn('function', 'write', 'lambda:PutFunctionConcurrency'),
    deleteConcurrency: callOn('function', 'write', 'lambda:DeleteFunctionConcurrency'),
    tagFunction: callOn('function', 'write', 'lambda:TagResource'),
    untagFunction: callOn('function', 'write', 'lambda:UntagResource'),
    getPermissions: callOn('function', 'read', 'lambda:GetPolicy'),
    addPermission: callOn('function', 'write', 'lambda:AddPermission'),
    removePermission: callOn('function', 'write', 'lambda:RemovePermission'),
    readHistory: callOn('function', 'read', 'lambda:ListVersionsByFunction'),
    downloadCode: callOn('function', 'write', 'lambda:GetFunction'),
    deleteFunction: callOn('function', 'remove', 'lambda:DeleteFunction'),
    invoke: callOn('function', 'invoke', 'lambda:InvokeFunction'),
    invokeStream: callOn('function', 'invoke', 'lambda:InvokeFunction'),
  },
  calls: lambdaCalls,
});

function withRole(...actions: readonly string[]): CallActions {
  const { use, permissions } = callOn('function', 'write', ...actions);
  return call(use, ...permissions, { action: 'iam:PassRole', resource: 'passed-role' });
}

const LATEST = '$LATEST';

/** A function may run for up to 15 minutes, so its connection may be idle for that long. */
const INVOKE_IDLE_SECONDS = 960;

function lambdaCalls({ send, find, remove, pages }: Calls<LambdaSdk>, opening: Opening) {
  const { signal } = opening;
  const patient = opening.callsOf(LAMBDA, INVOKE_IDLE_SECONDS);

  const look = (FunctionName: string): Promise<CloudFunction | undefined> =>
    find('GetFunctionConfiguration', { FunctionName }, readFunction);

  const updateConfiguration = (
    input: InputOf<LambdaSdk, 'UpdateFunctionConfiguration'>,
    isSeen: (found: CloudFunction) => boolean,
  ): Promise<CloudFunction> =>
    sendUntilSeen(
      () => send('UpdateFunctionConfiguration', input, { read: readFunction, repetition: 'once' }),
      async () => {
        const found = await look(input.FunctionName ?? '');
        return found && isSeen(found) ? found : undefined;
      },
      signal,
    );

  return {
    getFunction: (FunctionName: string): Promise<CloudFunction | undefined> =>
      find('GetFunction', { FunctionName }, readWholeFunction),

    /** Reads a function without tags and concurrency, to wait until a change is complete. */
    getFunctionConfiguration: (name: string): Promise<CloudFunction | undefined> => look(name),

    listFunctions: async (namePrefix: string): Promise<readonly string[]> => {
      const names = await pages('ListFunctions', {}, ({ Functions }) =>
        Functions?.map(({ FunctionName = '' }) => FunctionName),
      );
      return names.filter((name) => name.startsWith(namePrefix)).sort();
    },

    /** Returns all functions in the region. `modifiedAt` is in milliseconds since 1970. */
    describeFunctions: (): Promise<readonly ListedFunction[]> =>
      pages('ListFunctions', {}, ({ Functions }) =>
        Functions?.map(({ FunctionName: name = '', Description: description = '', ...rest }) => ({
          name,
          description,
          modifiedAt: Date.parse(rest.LastModified ?? '') || 0,
        })),
      ),

    /** Creates a function and publishes version 1. Makes only one attempt. */
    createFunction: (creation: FunctionCreation): Promise<PublishedFunction> => {
      const { name, architecture, zip, description, tags, ...settings } = creation;
      const { VpcConfig, Layers, EphemeralStorage, TracingConfig, ...rest } =
        writeSettings(settings);
      return send(
        'CreateFunction',
        {
          FunctionName: name,
          Runtime: runtimeOf(settings.runtime),
          ...rest,
          Description: description,
          Architectures: [architecture],
          // Settings that are equal to the defaults of a new function are omitted.
          ...(settings.vpc && { VpcConfig }),
          ...(settings.layers.length > 0 && { Layers }),
          ...(settings.ephemeralStorage !== DEFAULT_STORAGE && { EphemeralStorage }),
          ...(settings.tracing && { TracingConfig }),
          Code: { ZipFile: zip },
          PackageType: 'Zip',
          Publish: true,
          Tags: { ...tags },
        },
        {
          read: (made): PublishedFunction => ({ ...readPublished(made), tags }),
          repetition: 'once',
          uploaded: zip.byteLength,
        },
      );
    },

    updateFunctionCode: (update: CodeUpdate): Promise<PublishedFunction> => {
      const { name, architecture, zip, revisionId } = update;
      const sha256 = createHash('sha256').update(zip).digest('base64');
      return sendUntilSeen<PublishedFunction>(
        () =>
          send(
            'UpdateFunctionCode',
            {
              FunctionName: name,
              ZipFile: zip,
              Architectures: [architecture],
              Publish: true,
              RevisionId: revisionId,
            },
            { read: readPublished, repetition: 'once', uploaded: zip.byteLength },
          ),
        async () => {
          const found = await look(name);
          return found?.codeSha256 === sha256 && found.architecture === architecture
            ? { ...found, version: undefined }
            : undefined;
        },
        signal,
      );
    },

    updateFunctionConfiguration: (update: FunctionSettings & Update): Promise<CloudFunction> => {
      const { name, revisionId, ...settings } = update;
      const written = { Runtime: runtimeOf(settings.runtime), ...writeSettings(settings) };
      return updateConfiguration(
        { FunctionName: name, ...written, RevisionId: revisionId },
        (found) => hasSettings(found, settings),
      );
    },

    describeFunction: (
      update: Update & Pick<CloudFunction, 'description'>,
    ): Promise<CloudFunction> => {
      const { name, description, revisionId } = update;
      return updateConfiguration(
        { FunctionName: name, Description: description, RevisionId: revisionId },
        (found) => found.description === description,
      );
    },

    putConcurrency: (FunctionName: string, ReservedConcurrentExecutions: number): Promise<void> =>
      send('PutFunctionConcurrency', { FunctionName, ReservedConcurrentExecutions }),

    deleteConcurrency: (FunctionName: string): Promise<void> =>
      remove('DeleteFunctionConcurrency', { FunctionName }),

    tagFunction: (Resource: string, tags: Tags): Promise<void> =>
      send('TagResource', { Resource, Tags: { ...tags } }),

    untagFunction: (Resource: string, keys: readonly string[]): Promise<void> =>
      send('UntagResource', { Resource, TagKeys: [...keys] }),

    /** Returns the statements of the function's resource policy; empty if it has no policy. */
    getPermissions: (FunctionName: string): Promise<readonly Permission[]> =>
      unlessMissing(
        send('GetPolicy', { FunctionName }, ({ Policy }) =>
          Policy === undefined ? [] : readPermissions(Policy),
        ),
        [],
      ),

    /** Adds a statement. If it already exists, this is not an error. */
    addPermission: (FunctionName: string, permission: Permission): Promise<void> =>
      unless(
        'exists',
        send('AddPermission', {
          FunctionName,
          StatementId: permission.statementId,
          Action: 'lambda:InvokeFunction',
          Principal: permission.principal,
          SourceArn: permission.sourceArn,
          SourceAccount: permission.sourceAccount,
        }),
        undefined,
      ),

    removePermission: (FunctionName: string, StatementId: string): Promise<void> =>
      remove('RemovePermission', { FunctionName, StatementId }),

    readHistory: async (FunctionName: string): Promise<FunctionHistory> => {
      const all = await unlessMissing(
        pages('ListVersionsByFunction', { FunctionName }, (page) =>
          page.Versions?.map(readVersion),
        ),
        [],
      );
      return {
        latest: all.find(({ version }) => version === LATEST),
        versions: all
          .filter(({ version }) => version !== LATEST)
          .sort((a, b) => Number(b.version) - Number(a.version)),
      };
    },

    downloadCode: (FunctionName: string, Qualifier: string): Promise<Uint8Array> =>
      send('GetFunction', { FunctionName, Qualifier }, async ({ Code, Configuration }) =>
        downloadZip(
          { url: Code?.Location ?? '', sha256: Configuration?.CodeSha256 ?? '' },
          {
            allowsHttp: opening.endpointOf(LAMBDA.id) !== undefined,
            connections: await opening.connections(),
            signal,
          },
        ),
      ),

    deleteFunction: (FunctionName: string): Promise<void> =>
      remove('DeleteFunction', { FunctionName }),

    invoke: (FunctionName: string, payload: string): Promise<InvokeAnswer> =>
      patient.send(
        'Invoke',
        { FunctionName, LogType: 'Tail', Payload: Buffer.from(payload) },
        {
          read: ({ Payload, FunctionError, LogResult }): InvokeAnswer => ({
            // The SDK returns null for an empty payload, although its type says otherwise.
            payload: Payload ? Buffer.from(Payload).toString('utf8') : '',
            functionError: FunctionError,
            logTail: Buffer.from(LogResult ?? '', 'base64').toString('utf8'),
          }),
          repetition: 'never',
        },
      ),

    invokeStream: (FunctionName: string, payload: string): Promise<StreamAnswer> =>
      patient.send(
        'InvokeWithResponseStream',
        { FunctionName, LogType: 'Tail', Payload: Buffer.from(payload) },
        { read: ({ EventStream = [] }) => readEvents(EventStream), repetition: 'never' },
      ),
  };
}

async function readEvents(
  events: AsyncIterable<StreamEvent> | readonly StreamEvent[],
): Promise<StreamAnswer> {
  const chunks: Uint8Array[] = [];
  let end: StreamEvent['InvokeComplete'];
  for await (const { PayloadChunk, InvokeComplete } of events) {
    if (PayloadChunk?.Payload) chunks.push(PayloadChunk.Payload);
    end ??= InvokeComplete;
  }
  return {
    bytes: Buffer.concat(chunks),
    functionError: end?.ErrorCode,
    error: end?.ErrorDetails ?? '',
    logTail: Buffer.from(end?.LogResult ?? '', 'base64').toString('utf8'),
  };
}

function runtimeOf(text: string): Runtime {
  return text as Runtime; // because Lambda supports newer runtimes than this SDK
}

type CodeLocation = {
  /** A presigned URL, which must not be printed. */
  readonly url: string;
  /** The expected SHA-256 hash of the bytes, in base64. */
  readonly sha256: string;
};

type DownloadOptions = {
  /** True for an emulator, whose URL may use plain HTTP. */
  readonly allowsHttp: boolean;
  readonly connections: Connections;
  readonly signal: AbortSignal;
};

/** Throws errors in the SDK's format, so that they are handled and retried like the SDK's own. */
async function downloadZip(
  { url, sha256 }: CodeLocation,
  options: DownloadOptions,
): Promise<Uint8Array> {
  const { protocol, host } = new URL(url);
  if (protocol !== 'https:' && !(options.allowsHttp && protocol === 'http:'))
    throw failedDownload(`the URL uses ${protocol} instead of https`, 400);
  let answer: Answer;
  try {
    answer = await fetchBytes(url, options);
  } catch (error) {
    options.signal.throwIfAborted();
    throw failedDownload(`${host}: ${reasonOf(error)}`, 503);
  }
  if (answer.status !== 200)
    throw failedDownload(`${host} answers ${answer.status}`, answer.status);
  if (createHash('sha256').update(answer.bytes).digest('base64') !== sha256)
    throw failedDownload(`the download from ${host} is incomplete`, 500);
  return answer.bytes;
}

type Answer = { readonly status: number; readonly bytes: Uint8Array };

async function fetchBytes(url: string, { connections, signal }: DownloadOptions): Promise<Answer> {
  const isSecure = url.startsWith('https:');
  const get = isSecure ? getOverHttps : getOverHttp;
  const agent = isSecure ? connections.httpsAgent : connections.httpAgent;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = get(url, { agent, signal, timeout: IDLE_SECONDS * 1000 }, resolve);
    request.on('error', reject);
    request.on('timeout', () => {
      request.destroy(new Error(`no data arrived for ${IDLE_SECONDS} s`));
    });
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) {
    if (chunk instanceof Uint8Array) chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

function failedDownload(message: string, status: number): Error {
  const facts = { name: 'CodeDownload', $metadata: { httpStatusCode: status } };
  return Object.assign(new Error(message), facts);
}
