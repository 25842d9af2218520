// The needs of a call: the actions of its operation, those that its input adds, and the resources of each.
import type { Call } from '../sdk-use.js';
import { isGiven, presenceOf, valueAt } from '../input.js';
import {
  namesOf,
  pairIn,
  PREFIXES,
  SPELLINGS,
  UNSIGNED,
  VERBS,
  WITHOUT_ACTION,
} from '../data/policy-data.js';
import { hasOperation } from '../data/operations.js';
import { resourcesOf } from '../resources/resources-of.js';
import { withDynamoDbInput } from './dynamodb-inputs.js';
import { OPERATION_ACTIONS } from './operation-actions.js';
import { mayPassRole, passRoleNeeds } from './passed-roles.js';
import { relatedActionsOf, relatedNeeds } from './related-actions.js';
import { s3InputActions, withS3Input } from './s3-inputs.js';
import type { PolicyStatement } from '../generated-policy.js';

/** Clients whose calls are authorized by a token of the user, or not at all, in place of a signature. */
const WITHOUT_IAM: ReadonlySet<string> = new Set([
  'codecatalyst',
  'connectparticipant',
  'sso',
  'sso-oidc',
]);

/** The needs of a call. `prefix` is the action prefix of a client that the data does not have. */
export function needsOfCall(call: Call, prefix: string): readonly Need[] {
  if (isUnsigned(call)) return [];
  return [
    ...inputActions(call, prefix).map((action) => ({
      action,
      resources: resourcesOf(call, action),
    })),
    ...passRoleNeeds(call),
    ...relatedNeeds(call),
  ];
}

function isUnsigned({ client, operation }: Call): boolean {
  return WITHOUT_IAM.has(client) || namesOf(UNSIGNED, client).includes(operation);
}

function inputActions(call: Call, prefix: string): readonly string[] {
  const actions = operationActions(call, prefix);
  if (call.client === 's3') return withS3Input(call, actions);
  if (call.client === 'dynamodb') return withDynamoDbInput(call, actions);
  if (call.client !== 'sesv2' || !isGiven(call.input, 'Content.Raw')) return actions;
  const isSure = presenceOf(valueAt(call.input, 'Content'), 'Raw') === 'yes';
  return isSure ? ['ses:SendRawEmail'] : [...actions, 'ses:SendRawEmail'];
}

/** The actions that a call may need besides its needs, when nothing is known of its input. */
export function unknownRightsOf(call: Call, prefix: string): readonly string[] {
  if (call.input.kind !== 'unknown' || call.input.written) return [];
  const actions = operationActions(call, prefix);
  const more = [
    ...(call.client === 's3' ? s3InputActions(call, actions) : []),
    ...(mayPassRole(call) ? ['iam:PassRole'] : []),
    ...relatedActionsOf(call),
  ];
  return [...new Set(more)].filter((action) => !actions.includes(action)).toSorted();
}

/** The actions of an operation without its input: written by hand, a verb of HTTP, or its own name. */
export function operationActions(
  { client, operation }: Pick<Call, 'client' | 'operation'>,
  prefix: string,
): readonly string[] {
  const byHand = actionsByHand(client, operation);
  if (byHand !== undefined) return byHand;
  const verb = pairIn(VERBS, client, operation);
  if (verb !== undefined) return [`${prefix}:${verb}`];
  return [`${prefix}:${pairIn(SPELLINGS, client, operation) ?? operation}`];
}

function actionsByHand(client: string, operation: string): readonly string[] | undefined {
  const rows = Object.hasOwn(OPERATION_ACTIONS, client) ? OPERATION_ACTIONS[client] : undefined;
  return rows !== undefined && Object.hasOwn(rows, operation) ? rows[operation] : undefined;
}

/** The action prefix of a client; undefined when the data does not have the client. */
export function prefixOf(client: string): string | undefined {
  return namesOf(PREFIXES, client)[0];
}

/** Tells whether the data has the actions of an operation, so that they are not a guess. */
export function isKnownOperation({
  client,
  operation,
}: Pick<Call, 'client' | 'operation'>): boolean {
  if (WITHOUT_IAM.has(client) || actionsByHand(client, operation) !== undefined) return true;
  if (pairIn(VERBS, client, operation) !== undefined) return true;
  const isOperation = hasOperation(client, operation) ?? prefixOf(client) !== undefined;
  return isOperation && !namesOf(WITHOUT_ACTION, client).includes(operation);
}

// An action on resources, which a call needs.
export type Condition = NonNullable<PolicyStatement['Condition']>;

export type Need = {
  readonly action: string;
  /** The ARNs of everything that the call can touch; undefined when that is unknown or has no ARNs. */
  readonly resources: readonly string[] | undefined;
  readonly condition?: Condition;
};
