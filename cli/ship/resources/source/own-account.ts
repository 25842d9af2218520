// The account of the stage, where a name has to become an ARN before anything of the stage may be there.
import { type CloudAccount, accountOf } from '../../stage/arn.js';
import type { Search } from '../../stage/resource-type.js';

/** From an ARN that is known anyway; only when there is none, whoever deploys is asked about. */
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
