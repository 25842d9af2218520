// Makes statements of grants (specification 2.7): one for each service and set of resources, sorted. Their identifiers are
// readable, and stay the same while the code needs the same.
import { compareTexts } from '../../text-order.js';
import type { PolicyStatement, PolicyDocument } from '../generated-policy.js';
import type { Grant } from './merged-grants.js';

/** Grants with the same resources. */
type Group = { readonly service: string; readonly grants: readonly Grant[] };

/** Makes the statements. `taken` are the identifiers of hand-written statements. */
export function statementsOf(
  grants: readonly Grant[],
  taken: ReadonlySet<string>,
): readonly PolicyStatement[] {
  const groups = groupsOf(grants);
  const used = new Set(taken);
  return groups.map((group) => {
    const Sid = freeName(identifierOf(group, groups), used);
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

/** The groups by service, then by their first action. The grants come sorted by action. */
function groupsOf(grants: readonly Grant[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const grant of grants) {
    const service = serviceOf(grant);
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

/** The identifier of the log permissions in every policy. */
const LOGS = 'Logs';

/** The name of the service, with the first action when the service has other statements too. */
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

/** The name of a service in an identifier, such as `S3`, `DynamoDB`, `CognitoIdp`. Short names are capitals. */
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

function freeName(name: string, used: ReadonlySet<string>): string {
  if (!used.has(name)) return name;
  let number = 2;
  while (used.has(`${name}${number}`)) number += 1;
  return `${name}${number}`;
}

function serviceOf({ action }: Grant): string {
  return action.split(':')[0] ?? '';
}

function firstAction({ grants }: Group): string {
  return grants[0]?.action ?? '';
}

/** The statements in the order of the file. */
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
