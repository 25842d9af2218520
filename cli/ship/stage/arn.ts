// Reads ARNs: the account of a resource, which saves a call, and the name of a role.

export type CloudAccount = { readonly id: string; readonly partition: string };

/** Undefined for a text that is not an ARN with an account. */
export function accountOf(arn: string): CloudAccount | undefined {
  const [, partition, id] = /^arn:([^:]+):[^:]*:[^:]*:([^:]+):/.exec(arn) ?? [];
  return partition === undefined || id === undefined ? undefined : { id, partition };
}

/** The name of a role, without its path. */
export function roleNameOf(arn: string): string | undefined {
  return /:role\/(?:[^/]+\/)*([^/]+)$/.exec(arn)?.[1];
}
