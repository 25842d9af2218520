// FW61 and FW63: what AWS refuses, and what to do about it.
import type { CatalogueEntry } from '../../compiler/diagnostics/catalogue-entry.js';
import { code } from '../../compiler/diagnostics/code-text.js';
import { asClause } from './cloud-error.js';

/** The refused call, the message of AWS, and the request id. */
export type Refusal = {
  readonly operation: string;
  readonly reason: string;
  readonly requestId: string | undefined;
};

type Endpoint = {
  /** Of an emulator; undefined for AWS. */
  readonly endpoint: string | undefined;
};

export const tooLarge: CatalogueEntry<Refusal> = {
  code: 'FW6103',
  severity: 'error',
  title: 'AWS refuses what it was sent as too large',
  message: ({ operation, reason }) =>
    `AWS refuses ${code(operation)} because of its size: ${asClause(reason)}.`,
  hint: ({ operation }) =>
    operation === 'lambda:Invoke'
      ? 'An event has at most 6 MB: put the rest where the function can read it, in S3 for example.'
      : '`framework build` lists the largest parts of the package; leave out what no function needs.',
};

export const quotaReached: CatalogueEntry<Refusal> = {
  code: 'FW6104',
  severity: 'error',
  title: 'A quota of the account is reached',
  message: (refusal) =>
    `${code(refusal.operation)} would pass a quota of the account: ${reasonOf(refusal)}.`,
  hint: () =>
    'Remove what is not needed any more, or ask for a higher quota in the console of Service Quotas.',
};

type Denial = Refusal & { readonly action: string; readonly resource: string | undefined };

export const denied: CatalogueEntry<Denial> = {
  code: 'FW6301',
  severity: 'error',
  title: 'The credentials lack a permission',
  message: ({ action, resource }) =>
    `The credentials lack the permission ${code(action)}${resource === undefined ? '' : ` on ${code(resource)}`}.`,
  hint: ({ action, resource = '*' }) => {
    const statement = { Effect: 'Allow', Action: [action], Resource: [resource] };
    return `Add to the policy of the user or role: ${JSON.stringify(statement)} (all that a deploy needs: \`framework gen-policy --deployer\`)`;
  },
};

export const forbidden: CatalogueEntry<Denial> = {
  code: 'FW6302',
  severity: 'error',
  title: 'A policy forbids the call',
  message: ({ action, reason }) =>
    `A policy of the organization or the account forbids ${code(action)}: ${asClause(reason)}.`,
  hint: () =>
    'Another permission does not help: whoever manages the policy that is named has to allow it, or another account or region has to be used.',
};

export const throttled: CatalogueEntry<Refusal> = {
  code: 'FW6303',
  severity: 'error',
  title: 'AWS takes no more calls for the moment',
  message: ({ operation, reason }) =>
    `AWS still refuses ${code(operation)} after more than a minute of attempts: ${asClause(reason)}.`,
  hint: () =>
    'Repeat the command in a few minutes: it goes on where this one stopped. Other deploys in the account count too.',
};

export const serverFailed: CatalogueEntry<Refusal> = {
  code: 'FW6304',
  severity: 'error',
  title: 'AWS failed',
  message: (refusal) => `AWS failed at ${code(refusal.operation)}: ${reasonOf(refusal)}.`,
  hint: () =>
    'Repeat the command: it goes on where this one stopped. https://health.aws.amazon.com shows whether more is wrong.',
};

export const rejected: CatalogueEntry<Refusal> = {
  code: 'FW6305',
  severity: 'error',
  title: 'AWS refuses a call',
  message: (refusal) => `AWS refuses ${code(refusal.operation)}: ${reasonOf(refusal)}.`,
  hint: () => 'Change what the message names, and repeat the command.',
};

export const stillBusy: CatalogueEntry<Refusal> = {
  code: 'FW6306',
  severity: 'error',
  title: 'A resource is still being changed',
  message: ({ operation, reason }) =>
    `${code(operation)} has to wait, because the resource is still being changed: ${asClause(reason)}.`,
  hint: () =>
    'Repeat the command in a few minutes: it goes on where this one stopped. Look whether another deploy of the stage runs.',
};

export const changedMeanwhile: CatalogueEntry<Refusal> = {
  code: 'FW6307',
  severity: 'error',
  title: 'A resource was changed meanwhile',
  message: ({ operation }) =>
    `${code(operation)} was not carried out, because somebody else changed the resource meanwhile.`,
  hint: () =>
    'Repeat the command when the other deploy is done: it begins with what is there then.',
};

export const gone: CatalogueEntry<Refusal & Endpoint> = {
  code: 'FW6308',
  severity: 'error',
  title: 'A resource does not exist any more',
  message: (refusal) =>
    `${code(refusal.operation)} does not find its resource any more: ${reasonOf(refusal)}.`,
  hint: ({ endpoint }) =>
    endpoint === undefined
      ? 'Repeat the command: it makes again what is gone.'
      : `Repeat the command: it makes again what is gone. If ${code(endpoint)} lacks the call, \`framework export\` writes the stage for other tools.`,
};

export const alreadyThere: CatalogueEntry<Refusal> = {
  code: 'FW6309',
  severity: 'error',
  title: 'A resource of the name exists already',
  message: (refusal) =>
    `${code(refusal.operation)} finds a resource of that name: ${reasonOf(refusal)}.`,
  hint: () =>
    'Repeat the command: what this application made is taken over. What belongs to somebody else has to go, or the application or stage needs another name.',
};

export const roleNotReady: CatalogueEntry<Refusal> = {
  code: 'FW6310',
  severity: 'error',
  title: 'Lambda cannot use the role',
  message: ({ reason }) => `Lambda cannot use the role of a function: ${asClause(reason)}.`,
  hint: () =>
    'A role of `iam_role_arn` has to trust `lambda.amazonaws.com` and have the permissions that are named; a role made moments ago works if you repeat the command.',
};

export const downloadFailed: CatalogueEntry<Refusal> = {
  code: 'FW6311',
  severity: 'error',
  title: 'The code of a version cannot be downloaded',
  message: ({ reason }) =>
    `The code of an earlier version cannot be downloaded: ${asClause(reason)}.`,
  hint: () =>
    'Lambda keeps code in S3: look whether the network lets this machine go there, and repeat the command.',
};

export const unsupported: CatalogueEntry<Refusal & Endpoint> = {
  code: 'FW6312',
  severity: 'error',
  title: 'The cloud of the endpoint lacks a call',
  message: ({ endpoint = '', ...refusal }) =>
    `${code(endpoint)} does not know ${code(refusal.operation)}: ${reasonOf(refusal)}.`,
  hint: () =>
    'Use a version of the emulator that has the call, or deploy the stage with another tool: `framework export` writes it for Terraform and CloudFormation.',
};

function reasonOf({ reason, requestId }: Refusal): string {
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  return `${asClause(reason)}${request}`;
}
