// The id of the account, for sources given by name. Their ARN is needed before the stage has a resource whose ARN names the
// account.
import { type CloudAccount, accountOf } from '../../stage/arn.js';
import type { Search } from '../../stage/resource-type.js';

/** The account of a known ARN. Calls STS only when no ARN is known. */
export async function ownAccount({ cloud, desired, record, all }: Search): Promise<CloudAccount> {
  const given = desired?.functions.flatMap(({ role }) => (role.kind === 'given' ? [role.arn] : []));
  const known = [...(await all.functions).map(({ arn }) => arn), ...(given ?? [])]
    .map(accountOf)
    .find((one) => one !== undefined);
  if (known) return known;
  if (record && record.account !== '') return { id: record.account, partition: record.partition };
  const arn = await cloud.sts.getCallerArn();
  const account = accountOf(arn);
  if (!account) throw new Error('The ARN of the caller has no account');
  return account;
}
