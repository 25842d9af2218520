// Creates statements from grants (specification 2.7): one for each service and set of resources, sorted. Their identifiers are
// readable, and do not change as long as the code needs the same permissions.
import type { PolicyStatement, PolicyDocument, PolicyReason, Need, Condition } from '../sdk-use.js';
import { numberedName } from '../../free-names.js';
import { compareTexts, groupBy } from '../../groups.js';

type Group = { readonly service: string; readonly grants: readonly Grant[] };

/** Creates the statements. `taken` contains the identifiers of hand-written statements. */
export function statementsOf(
  grants: readonly Grant[],
  taken: ReadonlySet<string>,
): readonly PolicyStatement[] {
  const groups = groupsOf(grants);
  const used = new Set(taken);
  return groups.map((group) => {
    const Sid = numberedName(identifierOf(group, groups), used);
    used.add(Sid);
    const [first] = group.grants;
    return {
      Sid,
      Effect: 'Allow',
      Action: group.grants.map(({ action }) => action),
      Resource: first?.resources ?? [],
      ...(first?.condition && { Condition: first.condition }),
    };
  });
}

/** Groups the grants, sorted by service and first action. The grants must be sorted by action. */
function groupsOf(grants: readonly Grant[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const grant of grants) {
    const service = grant.action.split(':')[0] ?? '';
    const key = JSON.stringify([service, grant.resources, grant.condition]);
    const before = groups.get(key)?.grants ?? [];
    groups.set(key, { service, grants: [...before, grant] });
  }
  return [...groups.values()].toSorted(
    (left, right) =>
      compareTexts(left.service, right.service) ||
      compareTexts(firstAction(left), firstAction(right)),
  );
}

/** The identifier of the statement that allows logging, which is in every policy. */
const LOGS = 'Logs';

/** Returns the name of the service. If the service has several statements, the first action of this one is appended. */
function identifierOf(group: Group, groups: readonly Group[]): string {
  const name = serviceName(group.service);
  if (group.grants.some(({ because }) => because.some(({ kind }) => kind === 'logs'))) return LOGS;
  const isAlone = groups.every((other) => other === group || other.service !== group.service);
  return isAlone ? name : `${name}${capitalized(firstAction(group).split(':')[1] ?? '')}`;
}

const SERVICE_NAMES: Readonly<Record<string, string>> = {
  appconfig: 'AppConfig',
  cloudwatch: 'CloudWatch',
  dynamodb: 'DynamoDB',
  'execute-api': 'ExecuteApi',
  secretsmanager: 'SecretsManager',
  states: 'StepFunctions',
};

/** Returns a name such as `S3`, `DynamoDB` or `CognitoIdp` for an identifier. Short names are in capitals. */
function serviceName(service: string): string {
  const known = Object.hasOwn(SERVICE_NAMES, service) ? SERVICE_NAMES[service] : undefined;
  if (known !== undefined) return known;
  if (/^[a-z0-9]{2,3}$/.test(service)) return service.toUpperCase();
  return service
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/[^A-Za-z0-9]/g, '');
}

function firstAction({ grants }: Group): string {
  return grants[0]?.action ?? '';
}

/** Returns the hand-written statements. Those without an identifier get one. */
export function baseStatements(base: PolicyDocument | undefined): readonly PolicyStatement[] {
  const used = new Set(base?.Statement.map(({ Sid }) => Sid));
  return (base?.Statement ?? []).map((statement, index) => {
    if (statement.Sid !== '') return statement;
    let Sid = `Base${index + 1}`;
    while (used.has(Sid)) Sid += 'b';
    used.add(Sid);
    return { ...statement, Sid };
  });
}

// Merges needs into one grant for each action. If a need's resources are unknown, the action is allowed on `*`.

export type AskedNeed = { readonly need: Need; readonly because: PolicyReason['because'] };

export function mergeNeeds(asked: readonly AskedNeed[]): readonly Grant[] {
  return [...groupBy(asked, ({ need }) => grantKey(need))]
    .toSorted(([left], [right]) => compareTexts(left, right))
    .flatMap(([, items]) => mergeGroup(items));
}

function mergeGroup(items: readonly AskedNeed[]): readonly Grant[] {
  const [first] = items;
  if (first === undefined) return [];
  const { action, condition } = first.need;
  const resources = new Set<string>();
  for (const { need } of items) for (const arn of need.resources ?? EVERYTHING) resources.add(arn);
  return [
    {
      action,
      resources: resources.has('*') ? EVERYTHING : [...resources].sort(),
      ...(condition && { condition }),
      because: items.map(({ because }) => because),
    },
  ];
}

/** An action with its resources and reasons. Statements are created from grants. */
export type Grant = {
  readonly action: string;
  /** The resources, sorted. Only `*` if it is unknown what the action accesses. */
  readonly resources: readonly string[];
  readonly condition?: Condition;
  readonly because: readonly PolicyReason['because'][];
};

export const EVERYTHING: readonly string[] = ['*'];

function grantKey({ action, condition }: Pick<Grant, 'action' | 'condition'>): string {
  return condition === undefined ? action : `${action} ${JSON.stringify(condition)}`;
}

// The size limit of a role's inline policies: 10,240 characters, not counting white space.

export const INLINE_LIMIT = 10_240;

/** Returns the size of a document, as it counts towards the limit. */
export function sizeOf(document: unknown): number {
  return JSON.stringify(document).length;
}

export type Shortened = {
  readonly grants: readonly Grant[];
  /** The actions whose resources were replaced with `*`, in order. */
  readonly collapsed: readonly string[];
};

/** Replaces the longest lists of resources with `*`, one by one, until `fits` accepts the document or no list is left. */
export function shorten(
  grants: readonly Grant[],
  fits: (grants: readonly Grant[]) => boolean,
): Shortened {
  let current = grants;
  const collapsed: string[] = [];
  while (!fits(current)) {
    const longest = longestList(current);
    if (longest === undefined) break;
    current = current.map((grant) => {
      if (grant.resources.join() !== longest) return grant;
      collapsed.push(grant.action);
      return { ...grant, resources: EVERYTHING };
    });
  }
  return { grants: current, collapsed };
}

function longestList(grants: readonly Grant[]): string | undefined {
  return grants
    .filter(({ because, resources }) => resources[0] !== '*' && because[0]?.kind === 'use')
    .map(({ resources }) => resources.join())
    .toSorted((left, right) => right.length - left.length)[0];
}
