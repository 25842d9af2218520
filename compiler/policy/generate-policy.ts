// Generates a role's policy from the AWS calls in the code of the role's functions (specification 1.4, 2.6, 2.7).
import { compareTexts } from '../groups.js';
import {
  baseStatements,
  statementsOf,
  type AskedNeed,
  EVERYTHING,
  type Grant,
  mergeNeeds,
  INLINE_LIMIT,
  shorten,
  type Shortened,
  sizeOf,
} from './document/statements.js';
import { type Diagnostic, sortDiagnostics, diagnose } from '../diagnostics/diagnostic.js';
import {
  computedImport,
  computedOperation,
  entangledCode,
  foreignPackage,
  guessedReceiver,
  notSeparated,
  policyTooLong,
  resourcesCollapsed,
  unreadLink,
  anyRole,
  moreRights,
  unknownInput,
  unknownOperation,
  unknownPackage,
} from './policy-catalogue.js';
import {
  type SdkUse,
  type SdkUses,
  type UnresolvedUse,
  type GeneratedPolicy,
  type PolicyDocument,
  type PolicyReason,
  type PolicyStatement,
  type InputValue,
  textOfUse,
  type Call,
} from './sdk-use.js';
import {
  prefixOf,
  isKnownOperation,
  needsOfCall,
  operationActions,
  unknownRightsOf,
} from './actions/needs-of-call.js';
import { moreRightsOf } from './actions/related-actions.js';
import { DATA_DATE, clientOf, pairIn, WAITERS } from './data/policy-data.js';
import { libraryCalls, presignedPost, upload } from './calls/libraries.js';

export type PolicyRequest = BaselineNeeds & {
  readonly uses: SdkUses;
  /** The names of the functions that use the role; undefined for all code in the application. */
  readonly functions: readonly string[] | undefined;
  readonly base: PolicyDocument | undefined;
  /** Reads the signing name of a package that is not in the policy data. If this function is absent, the name is guessed. */
  readonly signingName?: SigningName;
};

/** Generates the policy. Everything is sorted, so the same request always produces the same bytes. */
export function generatePolicy(request: PolicyRequest): GeneratedPolicy {
  const relevant = relevantUses(request.uses, request.functions);
  const { asked, diagnostics } = neededPermissions(relevant.uses, request.signingName);
  const base = baseStatements(request.base);
  const documentOf = (grants: readonly Grant[]): PolicyDocument => ({
    Version: '2012-10-17',
    Statement: [...statementsOf(grants, new Set(base.map(({ Sid }) => Sid))), ...base],
  });
  const shortened = shorten(
    withBaseline([...widenComputed(asked, relevant.unresolved), ...givenTo(request)], request),
    (grants) => sizeOf(documentOf(grants)) <= INLINE_LIMIT,
  );
  const document = documentOf(shortened.grants);
  return {
    document,
    reasons: [...shortened.grants.flatMap(reasonsOf), ...base.flatMap(baseReasons)].toSorted(
      byActionAndPlace,
    ),
    diagnostics: sortDiagnostics([
      ...diagnostics,
      ...relevant.unresolved.map(unresolvedProblem),
      ...separationProblems(relevant.notSeparated),
      ...sizeProblems(shortened, sizeOf(document)),
    ]),
  };
}

/** Returns the permissions that declarations need, for the given functions. */
function givenTo({ uses: { given = [] }, functions }: PolicyRequest): NeededPermissions['asked'] {
  return given
    .filter((one) => functions?.includes(one.function) !== false)
    .map(({ action, resources, because }) => ({ need: { action, resources }, because }));
}

function withBaseline(asked: NeededPermissions['asked'], needs: BaselineNeeds): readonly Grant[] {
  const baseline = baselineGrants(needs);
  const covered = new Map(baseline.map(({ action, resources }) => [action, resources]));
  return mergeNeeds([
    ...baseline.flatMap(({ action, resources, because }) =>
      because.map((reason) => ({ need: { action, resources }, because: reason })),
    ),
    // An action that the baseline also contains gets the baseline's resources, because a use with unknown resources would
    // replace them with `*`.
    ...asked.map((item) => {
      const resources = needs.logsOf === undefined ? covered.get(item.need.action) : undefined;
      return resources ? { ...item, need: { ...item.need, resources } } : item;
    }),
  ]);
}

function reasonsOf({ action, resources, because }: Grant): readonly PolicyReason[] {
  return because.map((reason) => ({ action, resources, because: reason }));
}

function baseReasons({ Action, Resource = [] }: PolicyStatement): readonly PolicyReason[] {
  return Action.map((action) => ({ action, resources: Resource, because: { kind: 'base' } }));
}

function byActionAndPlace(left: PolicyReason, right: PolicyReason): number {
  const [before, after] = [locationOf(left), locationOf(right)];
  return (
    compareTexts(left.action, right.action) ||
    compareTexts(before.file, after.file) ||
    before.start - after.start ||
    compareTexts(JSON.stringify(left), JSON.stringify(right))
  );
}

function locationOf({ because }: PolicyReason): { readonly file: string; readonly start: number } {
  if (because.kind === 'event') return { file: because.at.file, start: because.at.line };
  return because.kind === 'use' ? because.at : { file: '', start: 0 };
}

function separationProblems(functions: readonly string[]): readonly Diagnostic[] {
  return functions.length === 0 ? [] : [diagnose(notSeparated, { functions }, { at: undefined })];
}

function sizeProblems({ collapsed }: Shortened, size: number): readonly Diagnostic[] {
  const limit = INLINE_LIMIT;
  const location = { at: undefined };
  return [
    ...(collapsed.length > 0
      ? [diagnose(resourcesCollapsed, { actions: collapsed, limit }, location)]
      : []),
    ...(size > limit ? [diagnose(policyTooLong, { size, limit }, location)] : []),
  ];
}

// Selects the uses that count for the functions of a role: the uses that their code reaches, if this is known.

type RelevantUses = {
  readonly uses: readonly SdkUse[];
  readonly unresolved: readonly UnresolvedUse[];
  /** Functions whose code could not be separated from the rest. All uses count for them. */
  readonly notSeparated: readonly string[];
};

function relevantUses(
  { uses, unresolved, reachedBy }: SdkUses,
  functions: readonly string[] | undefined,
): RelevantUses {
  if (functions === undefined) return { uses, unresolved, notSeparated: [] };
  const modulesOf = (name: string): readonly string[] | undefined =>
    Object.hasOwn(reachedBy, name) ? reachedBy[name] : undefined;
  const isReached = (file: string, name: string): boolean =>
    modulesOf(name)?.includes(file) !== false;
  const relevant = uses.filter((use) =>
    functions.some((name) => use.reachedBy?.includes(name) !== false && isReached(use.file, name)),
  );
  const isSeparated = uses.length === 0 || uses.some((use) => use.reachedBy !== undefined);
  return {
    uses: relevant,
    unresolved: unresolved.filter(({ at }) => functions.some((name) => isReached(at.file, name))),
    notSeparated: isSeparated ? [] : functions.filter((name) => modulesOf(name) === undefined),
  };
}

// Handles code that could not be resolved: creates a warning, and widens the needs of the service that the code calls.

function unresolvedProblem(unresolved: UnresolvedUse): Diagnostic {
  const location = { at: unresolved.at };
  switch (unresolved.kind) {
    case 'computed-operation':
      return diagnose(computedOperation, unresolved, location);
    case 'foreign-package':
      return diagnose(foreignPackage, unresolved, location);
    case 'computed-import':
      return diagnose(computedImport, unresolved, location);
    case 'unread-link':
      return diagnose(unreadLink, unresolved, location);
    case 'entangled':
      return diagnose(entangledCode, unresolved, location);
    case 'guessed-receiver':
      return diagnose(guessedReceiver, unresolved, location);
  }
}

/** Removes the resources from the needs of a service if an operation is computed: it may be any operation of the service. */
function widenComputed(
  asked: readonly AskedNeed[],
  unresolved: readonly UnresolvedUse[],
): readonly AskedNeed[] {
  const prefixes = new Set(unresolved.flatMap(prefixesOf));
  return asked.map((item) =>
    prefixes.has(item.need.action.split(':')[0] ?? '')
      ? { ...item, need: { ...item.need, resources: EVERYTHING } }
      : item,
  );
}

function prefixesOf(unresolved: UnresolvedUse): readonly string[] {
  if (unresolved.kind !== 'computed-operation') return [];
  const { package: packageName, at } = unresolved;
  const kind = packageName.startsWith('aws-sdk/') ? 'v2' : 'method';
  const use = { kind, package: packageName, name: 'Any', inputs: [], at, file: at.file } as const;
  const calls = callsOf(use, { kind: 'unknown' }) ?? [];
  return calls.map(({ client }) => prefixOf(client) ?? client);
}

// The permissions that every function needs: logs, network interfaces in a VPC (specification 2.6), and traces with X-Ray.

const LOG_ACTIONS = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'];
const ALL_LOGS = ['arn:*:logs:*:*:*'];

/** The actions that functions in a VPC need: those in the specification, and additional ones that AWS lists. */
const VPC_ACTIONS = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/** docs.aws.amazon.com/lambda/latest/dg/services-xray.html */
const TRACING_ACTIONS = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];

type BaselineNeeds = {
  readonly hasVpc: boolean;
  readonly hasTracing?: boolean | undefined;
  /** The deployed name of the function to whose log group access is limited; undefined to allow all log groups. */
  readonly logsOf?: string | undefined;
};

function baselineGrants({ hasVpc, hasTracing, logsOf }: BaselineNeeds): readonly Grant[] {
  // The last `*` stands for the log streams. For CreateLogGroup, AWS checks an ARN in which the stream part is empty.
  const ownLogs = [`arn:*:logs:*:*:log-group:/aws/lambda/${logsOf ?? ''}:*`];
  const logs = logsOf === undefined ? ALL_LOGS : ownLogs;
  const grantsOf = (
    actions: readonly string[],
    kind: 'logs' | 'vpc' | 'xray',
    resources = EVERYTHING,
  ): readonly Grant[] => actions.map((action) => ({ action, resources, because: [{ kind }] }));
  return [
    ...grantsOf(LOG_ACTIONS, 'logs', logs),
    ...(hasVpc ? grantsOf(VPC_ACTIONS, 'vpc') : []),
    ...(hasTracing === true ? grantsOf(TRACING_ACTIONS, 'xray') : []),
  ];
}

type SigningName = (packageName: string) => string | undefined;

type NeededPermissions = {
  readonly asked: readonly AskedNeed[];
  readonly diagnostics: readonly Diagnostic[];
};

function neededPermissions(uses: readonly SdkUse[], signingName?: SigningName): NeededPermissions {
  const found = uses.flatMap((use) => use.inputs.map((input) => askOf(use, input, signingName)));
  // Each warning is reported once, at its first location.
  const reports = new Map<string, Diagnostic>();
  for (const { key, diagnostic } of found.flatMap(({ problems }) => problems)) {
    if (!reports.has(key)) reports.set(key, diagnostic);
  }
  return { asked: found.flatMap(({ asked }) => asked), diagnostics: [...reports.values()] };
}

type Problem = { readonly key: string; readonly diagnostic: Diagnostic };
type AskedPermissions = {
  readonly asked: readonly AskedNeed[];
  readonly problems: readonly Problem[];
};

function askOf(use: SdkUse, input: InputValue, signingName?: SigningName): AskedPermissions {
  const text = textOfUse(use);
  const calls = callsOf(use, input);
  if (calls === undefined) {
    const data = { text, package: use.package, prefix: undefined };
    const diagnostic = diagnose(unknownPackage, data, { at: use.at });
    return { asked: [], problems: [{ key: `${use.package} ${use.name}`, diagnostic }] };
  }
  const because = { kind: 'use', text: `${text}${middlewareOf(use)}`, at: use.at } as const;
  const found = calls.map((call) => {
    const prefix = prefixOf(call.client) ?? signingName?.(use.package) ?? call.client;
    const needs = needsOfCall(call, prefix);
    return {
      asked: needs.map((need) => ({ need, because }) as const),
      problems: [
        ...rolesOf(needs, { use, text, prefix }),
        ...problemsOf(call, { use, text, prefix }).map((diagnostic) => ({
          key: `${diagnostic.code} ${call.client} ${call.operation}`,
          diagnostic,
        })),
      ],
    };
  });
  return {
    asked: found.flatMap(({ asked }) => asked),
    problems: found.flatMap(({ problems }) => problems),
  };
}

/** Names the middleware that makes the call, because its list may be far from the view that needs the permission. */
function middlewareOf({ layers = [] }: SdkUse): string {
  return layers.length > 0 ? ` of middleware ${layers.join(', ')}` : '';
}

type Asker = { readonly use: SdkUse; readonly text: string; readonly prefix: string };

function rolesOf(needs: readonly AskedNeed['need'][], { use, text }: Asker): readonly Problem[] {
  return needs.filter(isOnAnyRole).map(({ action }) => ({
    key: `${action} ${use.at.file}:${use.at.start}`,
    diagnostic: diagnose(anyRole, { action, text }, { at: use.at }),
  }));
}

function isOnAnyRole({ action, resources }: AskedNeed['need']): boolean {
  return resources === undefined && (action === 'sts:AssumeRole' || action === 'iam:PassRole');
}

function problemsOf(call: Call, { use, text, prefix }: Asker): readonly Diagnostic[] {
  const location = { at: use.at };
  const rights = moreRightsOf(call);
  const actions = unknownRightsOf(call, prefix);
  const problems = [
    ...(rights === undefined ? [] : [diagnose(moreRights, { text, rights }, location)]),
    ...(actions.length === 0 ? [] : [diagnose(unknownInput, { text, actions }, location)]),
  ];
  if (isKnownOperation(call)) return problems;
  if (prefixOf(call.client) === undefined) {
    const unknown = { text, package: use.package, prefix };
    return [...problems, diagnose(unknownPackage, unknown, location)];
  }
  const data = {
    text,
    package: use.package,
    actions: operationActions(call, prefix),
    date: DATA_DATE,
  };
  return [...problems, diagnose(unknownOperation, data, location)];
}

// Finds the calls that a use makes: through the clients, version 2 of the SDK, and libraries that use the clients.

/** Returns the calls that a use makes with one of its inputs; undefined if the package is not known. */
function callsOf(use: SdkUse, input: InputValue): readonly Call[] | undefined {
  const library = libraryCalls(use, input);
  if (library !== undefined) return library;
  const { package: packageName, kind, name } = use;
  if (packageName === '@aws-sdk/lib-dynamodb') return [documentCall(name, input)];
  const client = clientOf(packageName);
  if (client === undefined) return undefined;
  if (kind === 'waiter') {
    return [{ client, operation: pairIn(WAITERS, client, name) ?? name, input }];
  }
  if (kind === 'v2') {
    if (packageName === 'aws-sdk/DynamoDB.DocumentClient') return [documentCall(name, input)];
    if (client === 's3' && name === 'Upload') return upload(input);
    // The bucket is in `Bucket`, as in `createPresignedPost` in version 3.
    if (client === 's3' && name === 'CreatePresignedPost') return presignedPost(input);
  }
  return [{ client, operation: name, input }];
}

// The operations of the DynamoDB document clients, whose commands have shorter names.
const OPERATIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  TransactGet: 'TransactGetItems',
  TransactWrite: 'TransactWriteItems',
};

/** Returns the call that a command or method of a document client makes. Names from the plain client are returned unchanged. */
function documentCall(name: string, input: InputValue): Call {
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  return { client: 'dynamodb', operation: operation ?? name, input };
}
