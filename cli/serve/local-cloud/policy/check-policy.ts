// The grammar of policy documents that IAM enforces, with messages from the recordings in the tests of moto and LocalStack.
import { isMapping, type Mapping, parseJson } from '../../../../compiler/json-values.js';
import { RefusedCall } from '../service.js';

/** `identity`: what a role can do. `trust`: who can assume it. */
export type PolicyPurpose = 'identity' | 'trust';

export function checkPolicy(text: string, purpose: PolicyPurpose): void {
  const problem = findProblem(parseJson(text), purpose);
  if (problem === undefined) return;
  throw new RefusedCall({ status: 400, code: 'MalformedPolicyDocument', message: problem });
}

const SYNTAX = 'Syntax errors in policy.';
const MEMBERS: Readonly<Record<PolicyPurpose, readonly string[]>> = {
  identity: 'Sid Effect Action NotAction Resource NotResource Condition'.split(' '),
  trust: 'Sid Effect Action NotAction Principal NotPrincipal Condition'.split(' '),
};

function findProblem(document: unknown, purpose: PolicyPurpose): string | undefined {
  if (!isMapping(document)) return 'This policy contains invalid Json';
  if (Object.keys(document).some((key) => !['Version', 'Id', 'Statement'].includes(key)))
    return SYNTAX;
  const version = document['Version'];
  if (version !== undefined && version !== '2012-10-17' && version !== '2008-10-17') return SYNTAX;
  if (purpose === 'identity' && version !== '2012-10-17')
    return 'Policy document must be version 2012-10-17 or greater.';
  const { Statement: statement } = document;
  const statements: readonly unknown[] = Array.isArray(statement) ? statement : [statement];
  if (statements.length === 0) return SYNTAX;
  const ids = statements.flatMap((item) => (isMapping(item) && item['Sid'] ? [item['Sid']] : []));
  if (new Set(ids).size < ids.length)
    return 'Statement IDs (SID) in a single policy must be unique.';
  return firstOf(statements, (item) =>
    isMapping(item) ? statementProblem(item, purpose) : SYNTAX,
  );
}

function statementProblem(statement: Mapping, purpose: PolicyPurpose): string | undefined {
  const strange = Object.keys(statement).find((key) => !MEMBERS[purpose].includes(key));
  if (strange !== undefined)
    return purpose === 'trust' && strange === 'Resource' ? 'Has prohibited field Resource' : SYNTAX;
  const { Sid: sid, Effect: effect, Condition: condition } = statement;
  if (effect !== 'Allow' && effect !== 'Deny') return SYNTAX;
  if (condition !== undefined && !isMapping(condition)) return SYNTAX;
  // The service allows fewer characters in role policies than in function policies.
  if (sid !== undefined && (typeof sid !== 'string' || !/^[A-Za-z0-9]*$/.test(sid)))
    return purpose === 'trust'
      ? SYNTAX
      : 'Statement IDs (SID) must be alpha-numeric. Check that your input satisfies the regular expression [0-9A-Za-z]*';
  return purpose === 'trust' ? trustProblem(statement) : grantProblem(statement);
}

function trustProblem(statement: Mapping): string | undefined {
  const principal = statement['Principal'] ?? statement['NotPrincipal'];
  if (principal === undefined) return 'Missing required field Principal';
  const actions = textsAt(statement, 'Action');
  if (actions === undefined) return SYNTAX;
  if (actions.length === 0) return 'Missing required field Action';
  if (!actions.every((action) => /^(?:sts:[A-Za-z*?]+|\*)$/.test(action)))
    return 'AssumeRole policy may only specify STS AssumeRole actions.';
  if (principal === '*') return undefined;
  if (!isMapping(principal)) return SYNTAX;
  return firstOf(Object.entries(principal), ([kind, value]) => {
    if (!['Service', 'AWS', 'Federated'].includes(kind)) return SYNTAX;
    const values = textsAt({ value }, 'value');
    if (values === undefined || values.length === 0) return SYNTAX;
    if (kind !== 'Service') return undefined;
    const wrong = values.find(
      (name) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.amazonaws\.com$/.test(name),
    );
    return wrong === undefined ? undefined : `Invalid principal in policy: "SERVICE":"${wrong}"`;
  });
}

function grantProblem(statement: Mapping): string | undefined {
  const actions = textsAt(statement, 'Action', 'NotAction');
  const resources = textsAt(statement, 'Resource', 'NotResource');
  if (actions === undefined || resources === undefined) return SYNTAX;
  if (actions.length === 0) return 'Policy statement must contain actions.';
  if (resources.length === 0) return 'Policy statement must contain resources.';
  return firstOf(actions, actionProblem) ?? firstOf(resources, resourceProblem);
}

function actionProblem(action: string): string | undefined {
  if (action === '*') return undefined;
  const [vendor = '', ...names] = action.split(':');
  if (names.length === 0)
    return 'Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.';
  if (names.length > 1) return 'Actions/Condition can contain only one colon.';
  if (!/^[A-Za-z0-9-]+$/.test(vendor)) return `Vendor ${vendor} is not valid`;
  return /^[A-Za-z0-9*?]+$/.test(names[0] ?? '') ? undefined : 'The policy failed legacy parsing';
}

function resourceProblem(resource: string): string | undefined {
  if (resource === '*') return undefined;
  const [scheme, partition = '', ...rest] = resource.split(':');
  if (scheme !== 'arn') return `Resource ${resource} must be in ARN format or "*".`;
  if (!/^aws[a-z-]*$|\*/.test(partition))
    return `Partition "${partition}" is not valid for resource "${resource}".`;
  return rest.length < 4 && !resource.endsWith('*')
    ? 'The policy failed legacy parsing'
    : undefined;
}

/** Returns the text or the list of texts under the first of the keys that exists; undefined for other values. */
function textsAt(fields: Mapping, ...keys: readonly string[]): readonly string[] | undefined {
  const given = keys.map((key) => fields[key]).find((value) => value !== undefined);
  const values: readonly unknown[] = given === undefined ? [] : [given].flat();
  return values.every((value) => typeof value === 'string') ? values : undefined;
}

function firstOf<Item>(
  items: readonly Item[],
  problemOf: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
