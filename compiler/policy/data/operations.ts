// The operations of the clients of the SDK: what makes `client.putItem()` a call of an operation.
import { namesOf, OLD_NAMES, OPERATIONS } from './policy-data.js';

/** Whether a client, without `@aws-sdk/client-`, has an operation; undefined when its operations are not known. */
export function hasOperation(client: string, operation: string): boolean | undefined {
  return operationsOf(`@aws-sdk/client-${client}`)?.has(operation);
}

const known = new Map<string, ReadonlySet<string> | undefined>();

/**
 * The operations of a package, for example `PutItem`, or undefined when the package is not known. Known are
 * `@aws-sdk/client-dynamodb`, and of version 2 `aws-sdk/DynamoDB`.
 */
export function operationsOf(packageName: string): ReadonlySet<string> | undefined {
  if (!known.has(packageName)) known.set(packageName, readOperations(packageName));
  return known.get(packageName);
}

function readOperations(packageName: string): ReadonlySet<string> | undefined {
  const names = namesOf(OPERATIONS, clientOf(packageName) ?? '');
  return names.length === 0 ? undefined : new Set(names);
}

/** The client a package is, without `@aws-sdk/client-`; of a class of version 2, the client that followed it. */
export function clientOf(packageName: string): string | undefined {
  if (packageName.startsWith('@aws-sdk/client-')) {
    return packageName.slice('@aws-sdk/client-'.length);
  }
  const [root, service] = packageName.split('/');
  return root === 'aws-sdk' && service !== undefined
    ? namesOf(OLD_NAMES, service.split('.')[0] ?? '')[0]
    : undefined;
}
