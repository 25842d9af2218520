// Operations that need permissions on resources which their input does not name. Only the author can add these.
import type { Call } from '../calls/call.js';

const MORE_RIGHTS: Readonly<Record<string, string>> = {
  'athena.StartQueryExecution':
    'rights on the data (`glue:Get*`, `s3:GetObject`, `s3:ListBucket`, `s3:GetBucketLocation`) and `s3:PutObject` on the ' +
    'output location',
  'cloudformation.CreateStack': 'the rights to make every resource of the template',
  'cloudformation.UpdateStack': 'the rights to change every resource of the template',
};

/** Says what to add for a call; undefined when its own actions are enough. */
export function moreRightsOf({ client, operation }: Call): string | undefined {
  const key = `${client}.${operation}`;
  return Object.hasOwn(MORE_RIGHTS, key) ? MORE_RIGHTS[key] : undefined;
}
