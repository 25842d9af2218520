// What Lambda returns about a function, and how settings are written to it.
import type {
  CreateFunctionCommandInput,
  FunctionConfiguration,
  GetFunctionResponse,
} from '@aws-sdk/client-lambda';
import { canonicalJson, mappingOf, textOf, valueAt } from '../../../compiler/json-values.js';
import { CloudError, type CloudErrorFacts } from '../cloud-error.js';
import type { Tags } from '../cloud.js';

export type FunctionVpc = {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
};

export type FunctionSettings = {
  readonly role: string;
  readonly runtime: string;
  /** For example, `index.handler`. */
  readonly handler: string;
  /** In seconds. */
  readonly timeout: number;
  /** In MB. */
  readonly memorySize: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly vpc: FunctionVpc | undefined;
  /** The ARNs of layers with their versions; the files of a later layer replace those of an earlier one. */
  readonly layers: readonly string[];
  /** The size of `/tmp` in MB. */
  readonly ephemeralStorage: number;
  /** True if X-Ray traces invocations in general, rather than only those whose caller is already traced. */
  readonly tracing: boolean;
};

export const DEFAULT_STORAGE = 512;

export type Architecture = 'x86_64' | 'arm64';

/** The state of a function. `ready` means that it is Active and not being updated. */
export type FunctionProgress =
  | { readonly kind: 'ready' }
  | { readonly kind: 'working' }
  /** With `runsAsBefore`, only the last update failed and can be repeated; otherwise the function cannot run at all. */
  | { readonly kind: 'failed'; readonly reason: string; readonly runsAsBefore?: boolean };

export type CloudFunction = FunctionSettings & {
  readonly name: string;
  readonly arn: string;
  readonly architecture: Architecture;
  /** The SHA-256 hash of the zip file, in base64. */
  readonly codeSha256: string;
  /** The size of the zip file, in bytes. */
  readonly codeSize: number;
  /** Changes with every change to the function. The response to a write that publishes contains the revision of the version. */
  readonly revisionId: string;
  readonly progress: FunctionProgress;
  /** The description that the next published version will have. */
  readonly description: string;
  /** The tags. Only GetFunction returns them, so they are empty in other responses. */
  readonly tags: Tags;
  /** The reserved concurrency; undefined if there is none. Only GetFunction returns it. */
  readonly reservedConcurrency: number | undefined;
};

/** A function after a write that published a version. */
export type PublishedFunction = CloudFunction & {
  /** The version number, as a string; undefined if the response was lost. */
  readonly version: string | undefined;
};

export type FunctionVersion = {
  /** The version number, as a string. */
  readonly version: string;
  readonly codeSha256: string;
  /** In milliseconds since 1970. */
  readonly publishedAt: number;
};

export type DescribedVersion = FunctionVersion & {
  /** The platform that the code was built for. It can only be changed together with the code. */
  readonly architecture: Architecture;
  readonly description: string;
  readonly settings: FunctionSettings;
};

export type FunctionHistory = {
  readonly latest: Omit<DescribedVersion, 'version'> | undefined;
  /** Newest first. */
  readonly versions: readonly DescribedVersion[];
};

export type InvokeAnswer = {
  readonly payload: string;
  /** `Unhandled` or `Handled` if the function threw; undefined otherwise. */
  readonly functionError: string | undefined;
  /** The last 4 KB of the invocation's log. */
  readonly logTail: string;
};

export type StreamAnswer = Omit<InvokeAnswer, 'payload'> & {
  /** Everything that the handler wrote, including the metadata of its HTTP response. */
  readonly bytes: Uint8Array;
  /** The error that a failed function returned: JSON or plain text. */
  readonly error: string;
};

export type Permission = {
  readonly statementId: string;
  /** The service that may call the function: `apigateway.amazonaws.com`. */
  readonly principal: string;
  /** The ARN of the caller; empty unless the statement allows exactly the calls from one source. */
  readonly sourceArn: string;
  /** The account of a source whose ARN does not contain it. */
  readonly sourceAccount?: string;
};

export function readFunction(configuration: FunctionConfiguration): CloudFunction {
  return {
    name: configuration.FunctionName ?? '',
    arn: unqualified(configuration.FunctionArn ?? ''),
    ...readSettings(configuration),
    architecture: readArchitecture(configuration),
    codeSha256: configuration.CodeSha256 ?? '',
    codeSize: configuration.CodeSize ?? 0,
    revisionId: configuration.RevisionId ?? '',
    progress: readProgress(configuration),
    description: configuration.Description ?? '',
    tags: {},
    reservedConcurrency: undefined,
  };
}

function readArchitecture({ Architectures }: FunctionConfiguration): Architecture {
  return Architectures?.[0] ?? 'x86_64';
}

function readSettings(configuration: FunctionConfiguration): FunctionSettings {
  return {
    role: configuration.Role ?? '',
    runtime: configuration.Runtime ?? '',
    handler: configuration.Handler ?? '',
    timeout: configuration.Timeout ?? 0,
    memorySize: configuration.MemorySize ?? 0,
    environment: configuration.Environment?.Variables ?? {},
    vpc: readVpc(configuration),
    layers: (configuration.Layers ?? []).flatMap(({ Arn }) => Arn ?? []),
    ephemeralStorage: configuration.EphemeralStorage?.Size ?? DEFAULT_STORAGE,
    tracing: configuration.TracingConfig?.Mode === 'Active',
  };
}

export function readPublished(configuration: FunctionConfiguration): PublishedFunction {
  const { Version } = configuration;
  return { ...readFunction(configuration), version: Version === '$LATEST' ? undefined : Version };
}

export function readVersion(configuration: FunctionConfiguration): DescribedVersion {
  return {
    version: configuration.Version ?? '',
    codeSha256: configuration.CodeSha256 ?? '',
    architecture: readArchitecture(configuration),
    publishedAt: Date.parse(configuration.LastModified ?? '') || 0,
    description: configuration.Description ?? '',
    settings: readSettings(configuration),
  };
}

/** Removes the version from an ARN: `…:function:helloworld-dev:1`. A write that publishes returns such an ARN. */
function unqualified(arn: string): string {
  return arn.split(':').slice(0, 7).join(':');
}

/** Reads the response to GetFunction, which contains tags and concurrency. */
export function readWholeFunction(answer: GetFunctionResponse): CloudFunction | undefined {
  const { Configuration, Tags, TagsError, Concurrency } = answer;
  if (!Configuration) return undefined;
  // Without its tags, a function of this stage would look unmanaged.
  if (TagsError) throw deniedTags(Configuration.FunctionArn, TagsError.Message ?? '');
  return {
    ...readFunction(Configuration),
    tags: Tags ?? {},
    reservedConcurrency: Concurrency?.ReservedConcurrentExecutions,
  };
}

function deniedTags(arn: string | undefined, message: string): CloudError {
  const facts: CloudErrorFacts = {
    kind: 'denied',
    operation: 'lambda:GetFunction',
    message: message || 'The tags of the function cannot be read',
    name: 'AccessDeniedException',
    status: undefined,
    requestId: undefined,
    action: 'lambda:ListTags',
    ...(arn !== undefined && { resource: arn }),
  };
  return new CloudError(facts, undefined);
}

function readVpc({ VpcConfig }: FunctionConfiguration): FunctionVpc | undefined {
  const subnetIds = VpcConfig?.SubnetIds ?? [];
  const securityGroupIds = VpcConfig?.SecurityGroupIds ?? [];
  return subnetIds.length > 0 ? { subnetIds, securityGroupIds } : undefined;
}

/** Reads the state. An `Inactive` function becomes active when it is called, and it can be changed. */
function readProgress(configuration: FunctionConfiguration): FunctionProgress {
  const { State, StateReason, LastUpdateStatus, LastUpdateStatusReason } = configuration;
  const unknown = 'Lambda gives no reason';
  if (State === 'Failed') return { kind: 'failed', reason: StateReason ?? unknown };
  if (LastUpdateStatus === 'Failed') {
    return { kind: 'failed', reason: LastUpdateStatusReason ?? unknown, runsAsBefore: true };
  }
  const isWorking = State === 'Pending' || LastUpdateStatus === 'InProgress';
  return { kind: isWorking ? 'working' : 'ready' };
}

/** Returns the settings for a call. Empty lists remove the function from its VPC, or remove its layers. */
export function writeSettings(
  settings: FunctionSettings,
): Omit<CreateFunctionCommandInput, 'FunctionName' | 'Code'> {
  return {
    Role: settings.role,
    Handler: settings.handler,
    Timeout: settings.timeout,
    MemorySize: settings.memorySize,
    Environment: { Variables: { ...settings.environment } },
    VpcConfig: {
      SubnetIds: [...(settings.vpc?.subnetIds ?? [])],
      SecurityGroupIds: [...(settings.vpc?.securityGroupIds ?? [])],
    },
    Layers: [...settings.layers],
    EphemeralStorage: { Size: settings.ephemeralStorage },
    TracingConfig: { Mode: settings.tracing ? 'Active' : 'PassThrough' },
  };
}

export function hasSettings(found: FunctionSettings, wanted: FunctionSettings): boolean {
  return settingsText(found) === settingsText(wanted);
}

/** Lambda returns the variables and the ids of a VPC in any order. */
function settingsText({ vpc, ...settings }: FunctionSettings): string {
  const sorted = vpc && {
    subnetIds: vpc.subnetIds.toSorted(),
    securityGroupIds: vpc.securityGroupIds.toSorted(),
  };
  const written = writeSettings({ ...settings, vpc: sorted });
  return canonicalJson(JSON.stringify({ ...written, Runtime: settings.runtime }));
}

export function readPermissions(policy: string): readonly Permission[] {
  const document: unknown = JSON.parse(policy);
  const statements = valueAt(document, 'Statement');
  return (Array.isArray(statements) ? statements : []).map((statement: unknown) => ({
    ...sourceAccountOf(statement),
    statementId: textOf(valueAt(statement, 'Sid')),
    principal: textOf(
      valueAt(statement, 'Principal', 'Service') ?? valueAt(statement, 'Principal', 'AWS'),
    ),
    sourceArn: permitsCalls(statement)
      ? textOf(
          valueAt(statement, 'Condition', 'ArnLike', 'AWS:SourceArn') ??
            valueAt(statement, 'Condition', 'ArnEquals', 'AWS:SourceArn'),
        )
      : '',
  }));
}

/** False for a statement that denies calls, allows other actions, or has conditions in addition to the source. */
function permitsCalls(statement: unknown): boolean {
  const actions = [valueAt(statement, 'Action')].flat();
  const conditions = Object.entries(mappingOf(valueAt(statement, 'Condition')));
  const keys = conditions.flatMap(([operator, values]) =>
    Object.keys(mappingOf(values)).map((key) => `${operator} ${key}`.toLowerCase()),
  );
  return (
    valueAt(statement, 'Effect') === 'Allow' &&
    actions.some((action) => CALLS.includes(textOf(action))) &&
    keys.every((key) => SOURCE_CONDITIONS.includes(key))
  );
}

const CALLS: readonly string[] = ['lambda:InvokeFunction', 'lambda:*', '*'];
const SOURCE_CONDITIONS: readonly string[] = [
  'arnlike aws:sourcearn',
  'arnequals aws:sourcearn',
  'stringequals aws:sourceaccount',
];

function sourceAccountOf(statement: unknown): Pick<Permission, 'sourceAccount'> {
  const account = valueAt(statement, 'Condition', 'StringEquals', 'AWS:SourceAccount');
  return typeof account === 'string' ? { sourceAccount: account } : {};
}
