// Reads ARNs: the account of a resource, which saves a call, and the name of a role. Builds the ARNs of functions.

export type CloudAccount = { readonly id: string; readonly partition: string };

export type ArnPlace = { readonly account: CloudAccount; readonly region: string };

/** Undefined for a string that is not an ARN with an account. */
export function accountOf(arn: string): CloudAccount | undefined {
  const [, partition, id] = /^arn:([^:]+):[^:]*:[^:]*:([^:]+):/.exec(arn) ?? [];
  return partition === undefined || id === undefined ? undefined : { id, partition };
}

/** The name of a role, without its path. */
export function roleNameOf(arn: string): string | undefined {
  return /:role\/(?:[^/]+\/)*([^/]+)$/.exec(arn)?.[1];
}

export function functionArn(name: string, { account, region }: ArnPlace): string {
  return `arn:${account.partition}:lambda:${region}:${account.id}:function:${name}`;
}
