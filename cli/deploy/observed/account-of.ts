// Which account a resource is in: its ARN tells, so that nobody has to be asked.
import type { Observed } from './observed.js';

export type CloudAccount = NonNullable<Observed['account']>;

/** Undefined for a text that is not an ARN with an account. */
export function accountOf(arn: string): CloudAccount | undefined {
  const [, partition, id] = /^arn:([^:]+):[^:]*:[^:]*:([^:]+):/.exec(arn) ?? [];
  return partition === undefined || id === undefined ? undefined : { id, partition };
}

/** The name of a role, without its path. */
export function roleNameOf(arn: string): string | undefined {
  return /:role\/(?:[^/]+\/)*([^/]+)$/.exec(arn)?.[1];
}
