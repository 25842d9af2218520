// Reads ARNs: the account of a resource, which saves a call, and the name of a role. Builds the ARNs of functions.

import type { Cloud } from '../../cloud/cloud.js';

export type CloudAccount = { readonly id: string; readonly partition: string };

export type ArnPlace = { readonly account: CloudAccount; readonly region: string };

/** Undefined for a string that is not an ARN with an account. */
export function accountOf(arn: string): CloudAccount | undefined {
  const [, partition, id] = /^arn:([^:]+):[^:]*:[^:]*:([^:]+):/.exec(arn) ?? [];
  return partition === undefined || id === undefined ? undefined : { id, partition };
}

export async function callerAccount({ sts }: Cloud): Promise<CloudAccount> {
  const account = accountOf(await sts.getCallerArn());
  if (!account) throw new Error('The ARN of the caller has no account');
  return account;
}

/** The name of a role, without its path. */
export function roleNameOf(arn: string): string | undefined {
  return /:role\/(?:[^/]+\/)*([^/]+)$/.exec(arn)?.[1];
}

export function functionArn(name: string, { account, region }: ArnPlace): string {
  return `arn:${account.partition}:lambda:${region}:${account.id}:function:${name}`;
}
