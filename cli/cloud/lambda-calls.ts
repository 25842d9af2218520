// The calls to Lambda.
import type { Tags } from './cloud.js';
import {
  type ActionsOf,
  call,
  type CallActions,
  type CallPermission,
  callOn,
} from './call-needs.js';

export type FunctionVpc = {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
};

/** The settings that UpdateFunctionConfiguration changes. */
export type FunctionSettings = {
  readonly role: string;
  readonly runtime: string;
  /** For example `index.handler`. */
  readonly handler: string;
  /** Seconds. */
  readonly timeout: number;
  /** MB. */
  readonly memorySize: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly vpc: FunctionVpc | undefined;
  /** ARNs of layers with their versions; a later one covers the files of an earlier one. */
  readonly layers: readonly string[];
  /** MB of `/tmp`. */
  readonly ephemeralStorage: number;
  /** True when X-Ray records invocations, and not only those that came with a trace. */
  readonly tracing: boolean;
};

/** MB of `/tmp` of a function that says nothing else. */
export const DEFAULT_STORAGE = 512;

export type Architecture = 'x86_64' | 'arm64';

/** The state of a function; `ready` is Active and not being updated. */
export type FunctionProgress =
  | { readonly kind: 'ready' }
  | { readonly kind: 'working' }
  /**
   * With `runsAsBefore` only the last update failed, and it can be made again. Without it the function cannot run at
   * all.
   */
  | { readonly kind: 'failed'; readonly reason: string; readonly runsAsBefore?: boolean };

export type CloudFunction = FunctionSettings & {
  readonly name: string;
  readonly arn: string;
  readonly architecture: Architecture;
  /** The SHA-256 of the zip, in base64. */
  readonly codeSha256: string;
  /** The bytes of the zip. */
  readonly codeSize: number;
  /** Changes with every change of the function. The answer to a write that publishes has the revision of the version. */
  readonly revisionId: string;
  readonly progress: FunctionProgress;
  /** The description that the next published version gets. */
  readonly description: string;
  /** The tags; only GetFunction gives them, so they are empty in other answers. */
  readonly tags: Tags;
  /** The reserved concurrency, undefined for none; only GetFunction gives it. */
  readonly reservedConcurrency: number | undefined;
};

/** The function after a write that published a version. */
export type PublishedFunction = CloudFunction & {
  /** The number of the version, as a text; undefined when the answer was lost. */
  readonly version: string | undefined;
};

export type FunctionVersion = {
  /** The number of the version, as a text. */
  readonly version: string;
  readonly codeSha256: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
};

/** A version with the settings that were published with it. */
export type DescribedVersion = FunctionVersion & {
  /** What the code is made for: the two are changed together. */
  readonly architecture: Architecture;
  readonly description: string;
  readonly settings: FunctionSettings;
};

/** All published versions of a function, and its present state. */
export type FunctionHistory = {
  /** Undefined when there is no such function. */
  readonly latest: Omit<DescribedVersion, 'version'> | undefined;
  /** Newest first. */
  readonly versions: readonly DescribedVersion[];
};

export type InvokeAnswer = {
  readonly payload: string;
  /** The value `Unhandled` or `Handled` when the function threw; undefined otherwise. */
  readonly functionError: string | undefined;
  /** The last 4 KB of the log of the invocation. */
  readonly logTail: string;
};

/** A statement of the resource policy of a function. */
export type Permission = {
  readonly statementId: string;
  /** The service that may call the function: `apigateway.amazonaws.com`. */
  readonly principal: string;
  /** Empty for a statement that permits more or less than calls from a source. */
  readonly sourceArn: string;
  /** The account of a source whose ARN does not say it. */
  readonly sourceAccount?: string;
};

export type LambdaCalls = {
  readonly getFunction: (name: string) => Promise<CloudFunction | undefined>;
  /** Reads a function without tags and concurrency, to wait for the end of a change. */
  readonly getFunctionConfiguration: (name: string) => Promise<CloudFunction | undefined>;
  /** The names of all functions with a prefix; every page is read. */
  readonly listFunctions: (namePrefix: string) => Promise<readonly string[]>;
  /** Creates a function and publishes version 1. It makes one attempt. */
  readonly createFunction: (
    creation: FunctionSettings & {
      readonly name: string;
      readonly architecture: Architecture;
      readonly zip: Uint8Array;
      readonly description: string;
      readonly tags: Tags;
    },
  ) => Promise<PublishedFunction>;
  /**
   * Updates the code and publishes a version. Fails with `changed` when the function no longer has the revision
   * `revisionId`.
   */
  readonly updateFunctionCode: (update: {
    readonly name: string;
    readonly architecture: Architecture;
    readonly zip: Uint8Array;
    readonly revisionId: string | undefined;
  }) => Promise<PublishedFunction>;
  readonly updateFunctionConfiguration: (
    update: FunctionSettings & { readonly name: string; readonly revisionId: string | undefined },
  ) => Promise<CloudFunction>;
  readonly describeFunction: (update: {
    readonly name: string;
    readonly description: string;
    readonly revisionId: string | undefined;
  }) => Promise<CloudFunction>;
  readonly putConcurrency: (name: string, reserved: number) => Promise<void>;
  readonly deleteConcurrency: (name: string) => Promise<void>;
  readonly tagFunction: (arn: string, tags: Tags) => Promise<void>;
  readonly untagFunction: (arn: string, keys: readonly string[]) => Promise<void>;
  /** The statements of the function's resource policy; empty when it has none. */
  readonly getPermissions: (name: string) => Promise<readonly Permission[]>;
  /** Adds a statement. One that exists already is no error. */
  readonly addPermission: (name: string, permission: Permission) => Promise<void>;
  readonly removePermission: (name: string, statementId: string) => Promise<void>;
  /** The published versions, newest first; every page is read. */
  readonly listVersions: (name: string) => Promise<readonly FunctionVersion[]>;
  /** All versions with their settings; every page is read. */
  readonly readHistory: (name: string) => Promise<FunctionHistory>;
  /** Downloads the zip of a version. */
  readonly downloadCode: (name: string, version: string) => Promise<Uint8Array>;
  readonly deleteFunction: (name: string) => Promise<void>;
  readonly invoke: (name: string, payload: string) => Promise<InvokeAnswer>;
};

const passRole: CallPermission = { action: 'iam:PassRole', resource: 'passed-role' };

export const LAMBDA_ACTIONS: ActionsOf<LambdaCalls> = {
  // `GetFunction` returns tags only with `lambda:ListTags`.
  getFunction: callOn('function', 'read', 'lambda:GetFunction', 'lambda:ListTags'),
  getFunctionConfiguration: callOn('function', 'read', 'lambda:GetFunctionConfiguration'),
  listFunctions: callOn('anything', 'read', 'lambda:ListFunctions'),
  createFunction: withRole(
    callOn('function', 'write', 'lambda:CreateFunction', 'lambda:TagResource'),
  ),
  updateFunctionCode: callOn('function', 'write', 'lambda:UpdateFunctionCode'),
  updateFunctionConfiguration: withRole(
    callOn('function', 'write', 'lambda:UpdateFunctionConfiguration'),
  ),
  describeFunction: callOn('function', 'write', 'lambda:UpdateFunctionConfiguration'),
  putConcurrency: callOn('function', 'write', 'lambda:PutFunctionConcurrency'),
  deleteConcurrency: callOn('function', 'write', 'lambda:DeleteFunctionConcurrency'),
  tagFunction: callOn('function', 'write', 'lambda:TagResource'),
  untagFunction: callOn('function', 'write', 'lambda:UntagResource'),
  getPermissions: callOn('function', 'read', 'lambda:GetPolicy'),
  addPermission: callOn('function', 'write', 'lambda:AddPermission'),
  removePermission: callOn('function', 'write', 'lambda:RemovePermission'),
  listVersions: callOn('function', 'read', 'lambda:ListVersionsByFunction'),
  readHistory: callOn('function', 'read', 'lambda:ListVersionsByFunction'),
  downloadCode: callOn('function', 'write', 'lambda:GetFunction'),
  deleteFunction: callOn('function', 'remove', 'lambda:DeleteFunction'),
  invoke: callOn('function', 'invoke', 'lambda:InvokeFunction'),
};

function withRole({ use, permissions }: CallActions): CallActions {
  return call(use, ...permissions, passRole);
}
