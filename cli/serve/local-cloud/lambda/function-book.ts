// The functions of the account with their versions and changes. The state of an immutable version depends on the clock.
import { randomUUID } from 'node:crypto';
import type { CloudClock, Operation, ServiceAnswer, ServiceRequest } from '../service.js';
import type { FunctionAccount, FunctionSettings } from './settings.js';
import { failed, type Members, textOf } from '../members.js';
import {
  accessDenied,
  conflict,
  invalidParameter,
  notFound,
  preconditionFailed,
  validation,
} from './members.js';
import { matchesWildcards } from '../../gateway/authorizers/policy.js';
import { matchesArn } from '../policy/evaluate-policies.js';

export type Code = {
  readonly zip: Buffer;
  /** The SHA-256 hash of the zip in base64. */
  readonly sha256: string;
};

/** A change that takes time. When it is complete, the function has a new revision. */
type Change = {
  readonly kind: 'creating' | 'updating';
  readonly until: number;
  readonly settledRevision: string;
};

export type Version = {
  /** `$LATEST` or a version number. */
  readonly version: string;
  readonly description: string;
  readonly settings: FunctionSettings;
  readonly code: Code;
  readonly change: Change;
  readonly revision: string;
  readonly modifiedAt: number;
};

export type CloudFunction = {
  readonly name: string;
  readonly arn: string;
  readonly createdAt: number;
  latest: Version;
  /** Published versions, oldest first. */
  versions: readonly Version[];
  /** The number of the next version. Numbers are never reused. */
  nextVersion: number;
  readonly tags: Map<string, string>;
  reservedConcurrency: number | undefined;
  /** Policy statements by qualifier. The key is empty for the unqualified function. */
  readonly policies: Map<string, readonly Statement[]>;
};

export type FunctionBook = FunctionAccount & {
  readonly functions: Map<string, CloudFunction>;
  /** Unscaled milliseconds until reads find a new function. */
  readonly readsLag: number;
  /** Returns a URL that serves the zip for a limited time. */
  readonly codeUrl: (code: Code) => string;
  /** Stops the idle processes of a deleted function. */
  readonly forget: (functionArn: string) => void;
};

const CREATING = 3_000;
const UPDATING = 1_500;

export function beginChange(kind: Change['kind'], clock: CloudClock): Change {
  const duration = clock.scaled(kind === 'creating' ? CREATING : UPDATING);
  return { kind, until: clock.now() + duration, settledRevision: randomUUID() };
}

/** Returns the kind of the running change; undefined if there is none. */
export function runningChange(version: Version, clock: CloudClock): Change['kind'] | undefined {
  return clock.now() < version.change.until ? version.change.kind : undefined;
}

export function revisionOf(version: Version, clock: CloudClock): string {
  return runningChange(version, clock) ? version.revision : version.change.settledRevision;
}

export function withNewRevision(version: Version): Version {
  const change = { ...version.change, settledRevision: randomUUID() };
  return { ...version, change, revision: randomUUID() };
}

/** Returns true if reads already find the function. */
export function isVisible({ createdAt }: CloudFunction, book: FunctionBook): boolean {
  const { clock, readsLag } = book;
  return clock.now() - createdAt >= clock.scaled(readsLag);
}

export function functionArn({ region, account }: FunctionBook, name: string): string {
  return `arn:aws:lambda:${region}:${account}:function:${name}`;
}

const PATTERN =
  '(arn:(aws[a-zA-Z-]*)?:lambda:)?([a-z]{2}(-gov)?-[a-z]+-\\d{1}:)?(\\d{12}:)?(function:)?([a-zA-Z0-9-_]+)(:(\\$LATEST|[a-zA-Z0-9-_]+))?';
const NAME =
  /^(?:arn:aws[a-zA-Z-]*:lambda:)?(?:([a-z]{2}(?:-gov)?-[a-z]+-\d):)?(?:(\d{12}):)?(?:function:)?([a-zA-Z0-9-_]+)(?::(\$LATEST|[a-zA-Z0-9-_]+))?$/;

export type FunctionName = { readonly name: string; readonly qualifier: string | undefined };

/** Parses a name or an ARN. `qualifier` comes from the query string. */
export function readFunctionName(
  book: FunctionBook,
  text: string,
  qualifier?: string | null,
): FunctionName {
  const parts = NAME.exec(text);
  const [, region = book.region, account = book.account, name = '', inName] = parts ?? [];
  const problems: string[] = [];
  if (!parts)
    problems.push(failed('functionName', `satisfy regular expression pattern: ${PATTERN}`, text));
  if (name.length > 64)
    problems.push(failed('functionName', 'have length less than or equal to 64', text));
  if (qualifier && !/^(?:[a-zA-Z0-9$_-]{1,128})$/.test(qualifier)) {
    const rule = 'satisfy regular expression pattern: (|[a-zA-Z0-9$_-]+)';
    problems.push(failed('qualifier', rule, qualifier));
  }
  if (problems.length > 0) throw validation(...problems);
  if (region !== book.region)
    throw notFound(
      `Functions from '${region}' are not reachable in this region ('${book.region}')`,
    );
  if (account !== book.account)
    throw accessDenied(`User is not authorized to perform this on resource: ${text}`);
  if (qualifier && inName && qualifier !== inName)
    throw invalidParameter(
      'The derived qualifier from the function name does not match the specified qualifier.',
    );
  return { name, qualifier: qualifier ?? inName };
}

export function findFunction(book: FunctionBook, { name, qualifier }: FunctionName): CloudFunction {
  const found = book.functions.get(name);
  if (found) return found;
  const arn = functionArn(book, name);
  throw notFound(`Function not found: ${qualifier === undefined ? arn : `${arn}:${qualifier}`}`);
}

export function findVersion(
  book: FunctionBook,
  name: FunctionName,
): { readonly owner: CloudFunction; readonly version: Version } {
  const owner = findFunction(book, name);
  const { qualifier = '$LATEST' } = name;
  if (qualifier === '$LATEST') return { owner, version: owner.latest };
  const version = owner.versions.find(({ version: number }) => number === qualifier);
  if (!version) throw notFound(`Function not found: ${owner.arn}:${qualifier}`);
  return { owner, version };
}

export type Statement = {
  readonly id: string;
  readonly action: string;
  readonly principal: string;
  readonly sourceArn: string | undefined;
  readonly sourceAccount: string | undefined;
};

/** Returns true if a statement allows the service to invoke the function on behalf of the source. */
export function permits(
  statements: readonly Statement[],
  asker: { readonly principal: string; readonly sourceArn: string; readonly account: string },
): boolean {
  return statements.some(
    ({ action, principal, sourceArn, sourceAccount }) =>
      matchesWildcards(action.toLowerCase(), 'lambda:invokefunction') &&
      (principal === '*' || principal === asker.principal) &&
      (sourceArn === undefined || matchesArn(sourceArn, asker.sourceArn)) &&
      (sourceAccount === undefined || sourceAccount === asker.account),
  );
}

/** Converts a statement to the JSON that AddPermission and GetPolicy return. */
export function writeStatement(statement: Statement, resource: string): unknown {
  const { id, action, principal, sourceArn, sourceAccount } = statement;
  const isService = principal.endsWith('.amazonaws.com');
  const condition = {
    ...(sourceAccount !== undefined && { StringEquals: { 'AWS:SourceAccount': sourceAccount } }),
    ...(sourceArn !== undefined && { ArnLike: { 'AWS:SourceArn': sourceArn } }),
  };
  return {
    Sid: id,
    Effect: 'Allow',
    Principal: isService ? { Service: principal } : principal === '*' ? '*' : { AWS: principal },
    Action: action,
    Resource: resource,
    ...(Object.keys(condition).length > 0 && { Condition: condition }),
  };
}

/** Publishes `$LATEST`. If nothing has changed since the last version was published, returns that version. */
export function publishVersion(owner: CloudFunction, description: string): Version {
  const { latest } = owner;
  const last = owner.versions.at(-1);
  if (last && isSameVersion(last, latest)) return last;
  const version: Version = {
    ...latest,
    version: String(owner.nextVersion),
    description,
    revision: randomUUID(),
    change: { ...latest.change, settledRevision: randomUUID() },
  };
  owner.versions = [...owner.versions, version];
  owner.nextVersion += 1;
  owner.latest = withNewRevision(latest);
  return version;
}

function isSameVersion(one: Version, other: Version): boolean {
  return (
    one.code.sha256 === other.code.sha256 &&
    JSON.stringify(one.settings) === JSON.stringify(other.settings)
  );
}

// Rejects a change to a function while another change is running, or if the caller expects another revision.

export function checkFree({ arn, latest }: CloudFunction, clock: CloudClock): void {
  checkCreated(latest, clock);
  if (runningChange(latest, clock) === 'updating')
    throw conflict(
      `The operation cannot be performed at this time. An update is in progress for resource: ${arn}`,
    );
}

export function checkCreated(latest: Version, clock: CloudClock): void {
  if (runningChange(latest, clock) === 'creating')
    throw conflict(
      'The operation cannot be performed at this time. The function is currently in the following state: Pending',
    );
}

/** Throws if the call contains a `RevisionId` that differs from the current revision. */
export function checkRevision(members: Members, version: Version, clock: CloudClock): void {
  const expected = textOf(members, 'RevisionId');
  if (expected !== undefined && expected !== revisionOf(version, clock)) throw preconditionFailed();
}

export type LambdaOperation = {
  /** For example `PUT /2015-03-31/functions/{name}/code`. */
  readonly http: string;
  /** The required permission; defaults to `lambda:` followed by the name of the operation. */
  readonly action?: string;
  /** Returns the resource on which the caller needs permission; defaults to the function in the path. */
  readonly asks?: (
    call: Pick<LambdaCall, 'captures' | 'body'>,
    book: FunctionBook,
  ) => Pick<Operation, 'resource' | 'context'>;
  readonly run: (call: LambdaCall, book: FunctionBook) => LambdaAnswer | Promise<LambdaAnswer>;
};

/** By name, for example `GetFunction`. */
export type LambdaOperations = Readonly<Record<string, LambdaOperation>>;

export type LambdaCall = Pick<ServiceRequest, 'query' | 'headers' | 'body'> & {
  /** Still encoded. */
  readonly captures: Readonly<Record<string, string>>;
};

export type LambdaAnswer = Omit<ServiceAnswer, 'body'> & {
  /** JSON, or raw bytes. */
  readonly body?: unknown;
};

export function ok(body: unknown, status = 200): LambdaAnswer {
  return { status, body };
}

export const NO_CONTENT: LambdaAnswer = { status: 204 };

/** Returns the function that the path names, with the qualifier from the query. */
export function calledName(call: LambdaCall, book: FunctionBook): FunctionName {
  const name = decodeURIComponent(call.captures['name'] ?? '');
  return readFunctionName(book, name, call.query.get('Qualifier'));
}

/** Returns a page of a list, with a marker that is opaque to callers. */
export function page<Item>(
  items: readonly Item[],
  { query }: LambdaCall,
): { readonly items: readonly Item[]; readonly next: { readonly NextMarker?: string } } {
  const size = Math.min(Number(query.get('MaxItems') ?? 50), 50);
  const marker = query.get('Marker');
  const start = marker === null ? 0 : Number(Buffer.from(marker, 'base64').toString());
  const end = start + size;
  const NextMarker = Buffer.from(String(end)).toString('base64');
  return { items: items.slice(start, end), next: end < items.length ? { NextMarker } : {} };
}

/** If `isQualified` is true, the ARN includes the version. */
export function describeVersion(
  book: FunctionBook,
  { owner, version }: { readonly owner: CloudFunction; readonly version: Version },
  isQualified: boolean,
): Readonly<Record<string, unknown>> {
  const { settings, code } = version;
  return {
    FunctionName: owner.name,
    FunctionArn: isQualified ? `${owner.arn}:${version.version}` : owner.arn,
    Runtime: settings.runtime,
    Role: settings.role,
    Handler: settings.handler,
    CodeSize: code.zip.length,
    Description: version.description,
    Timeout: settings.timeout,
    MemorySize: settings.memorySize,
    LastModified: new Date(version.modifiedAt).toISOString().replace('Z', '+0000'),
    CodeSha256: code.sha256,
    Version: version.version,
    ...(settings.vpc && {
      VpcConfig: {
        SubnetIds: settings.vpc.subnetIds,
        SecurityGroupIds: settings.vpc.securityGroupIds,
        VpcId: 'vpc-0123456789abcdef0',
        Ipv6AllowedForDualStack: false,
      },
    }),
    ...(settings.environment && { Environment: { Variables: settings.environment } }),
    TracingConfig: { Mode: settings.tracing },
    ...(settings.layers.length > 0 && {
      Layers: settings.layers.map((Arn) => ({ Arn, CodeSize: 1024 })),
    }),
    RevisionId: revisionOf(version, book.clock),
    ...progressOf(book, version),
    PackageType: 'Zip',
    Architectures: [settings.architecture],
    EphemeralStorage: { Size: settings.storageSize },
    SnapStart: { ApplyOn: 'None', OptimizationStatus: 'Off' },
    RuntimeVersionConfig: {
      RuntimeVersionArn: `arn:aws:lambda:${book.region}::runtime:${'0'.repeat(64)}`,
    },
    LoggingConfig: { LogFormat: 'Text', LogGroup: `/aws/lambda/${owner.name}` },
  };
}

function progressOf({ clock }: FunctionBook, version: Version): Readonly<Record<string, string>> {
  const change = runningChange(version, clock);
  if (change === undefined) return { State: 'Active', LastUpdateStatus: 'Successful' };
  const reason = 'The function is being created.';
  if (change === 'creating')
    return { State: 'Pending', StateReason: reason, StateReasonCode: 'Creating' };
  return {
    State: 'Active',
    LastUpdateStatus: 'InProgress',
    LastUpdateStatusReason: reason,
    LastUpdateStatusReasonCode: 'Creating',
  };
}
