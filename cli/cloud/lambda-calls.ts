// Calls to Lambda.
import type { Tags } from './cloud.js';

/** Subnets and security groups; undefined where there is no VPC. */
export type FunctionVpc = {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
};

/** What UpdateFunctionConfiguration can change. */
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
};

export type Architecture = 'x86_64' | 'arm64';

/** Where a change of the function stands: `ready` is Active and not being updated. */
export type FunctionProgress =
  | { readonly kind: 'ready' }
  | { readonly kind: 'working' }
  /** `runsAsBefore`: only the last update failed, so it is made again; otherwise the function cannot run at all. */
  | { readonly kind: 'failed'; readonly reason: string; readonly runsAsBefore?: boolean };

export type CloudFunction = FunctionSettings & {
  readonly name: string;
  readonly arn: string;
  readonly architecture: Architecture;
  /** base64 of the SHA-256 of the zip. */
  readonly codeSha256: string;
  /** Changes with every change of the function; the answer to a write that publishes has that of the version. */
  readonly revisionId: string;
  readonly progress: FunctionProgress;
  /** What a version that is published now will have. */
  readonly description: string;
  /** GetFunction only; empty in other answers. */
  readonly tags: Tags;
  /** GetFunction only; undefined: no reservation. */
  readonly reservedConcurrency: number | undefined;
};

/** What a write comes to that publishes a version. */
export type PublishedFunction = CloudFunction & {
  /** The number of the version, as text; undefined when the answer was lost. */
  readonly version: string | undefined;
};

/** A published version of a function. */
export type FunctionVersion = {
  /** A number, as text. */
  readonly version: string;
  readonly codeSha256: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
};

/** A version with what else was published with it. */
export type DescribedVersion = FunctionVersion & {
  readonly description: string;
  readonly settings: FunctionSettings;
};

/** Everything that was published of a function, and what it is now. */
export type FunctionHistory = {
  /** Undefined when there is no such function. */
  readonly latest: Omit<DescribedVersion, 'version'> | undefined;
  /** Newest first. */
  readonly versions: readonly DescribedVersion[];
};

export type InvokeAnswer = {
  readonly payload: string;
  /** `Unhandled` or `Handled` when the function threw. */
  readonly functionError: string | undefined;
  /** The last 4 KB of the log of the invocation. */
  readonly logTail: string;
};

/** A statement of the policy of a function. */
export type Permission = {
  readonly statementId: string;
  /** `apigateway.amazonaws.com`. */
  readonly principal: string;
  readonly sourceArn: string;
};

export type LambdaCalls = {
  readonly getFunction: (name: string) => Promise<CloudFunction | undefined>;
  /** A cheaper getFunction without tags and concurrency, to wait for a change to end. */
  readonly getFunctionConfiguration: (name: string) => Promise<CloudFunction | undefined>;
  /** Names of all functions that begin so; every page is read. */
  readonly listFunctions: (namePrefix: string) => Promise<readonly string[]>;
  /** One attempt, and publishes version 1. */
  readonly createFunction: (
    creation: FunctionSettings & {
      readonly name: string;
      readonly architecture: Architecture;
      readonly zip: Uint8Array;
      readonly description: string;
      readonly tags: Tags;
    },
  ) => Promise<PublishedFunction>;
  /** Publishes a version. `revisionId`: refuses with `changed` when it is another by now. */
  readonly updateFunctionCode: (update: {
    readonly name: string;
    readonly architecture: Architecture;
    readonly zip: Uint8Array;
    readonly revisionId: string | undefined;
  }) => Promise<PublishedFunction>;
  readonly updateFunctionConfiguration: (
    update: FunctionSettings & { readonly name: string; readonly revisionId: string | undefined },
  ) => Promise<CloudFunction>;
  /** Changes the description alone. */
  readonly describeFunction: (update: {
    readonly name: string;
    readonly description: string;
    readonly revisionId: string | undefined;
  }) => Promise<CloudFunction>;
  readonly putConcurrency: (name: string, reserved: number) => Promise<void>;
  readonly deleteConcurrency: (name: string) => Promise<void>;
  readonly tagFunction: (arn: string, tags: Tags) => Promise<void>;
  readonly untagFunction: (arn: string, keys: readonly string[]) => Promise<void>;
  /** Statements of the policy of the function; empty when it has none. */
  readonly getPermissions: (name: string) => Promise<readonly Permission[]>;
  /** Fine when the statement exists. */
  readonly addPermission: (name: string, permission: Permission) => Promise<void>;
  readonly removePermission: (name: string, statementId: string) => Promise<void>;
  /** Newest first; every page is read. */
  readonly listVersions: (name: string) => Promise<readonly FunctionVersion[]>;
  /** Every page is read. */
  readonly readHistory: (name: string) => Promise<FunctionHistory>;
  /** Downloads the zip of a version. */
  readonly downloadCode: (name: string, version: string) => Promise<Uint8Array>;
  readonly deleteFunction: (name: string) => Promise<void>;
  readonly invoke: (name: string, payload: string) => Promise<InvokeAnswer>;
};
