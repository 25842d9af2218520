// The operations of the SDK's clients, by which `client.putItem()` is known to be a call.
import { namesOf, OLD_NAMES, OPERATIONS } from './policy-data.js';

/**
 * Tells whether a client, named without `@aws-sdk/client-`, has an operation; undefined when its operations are
 * unknown.
 */
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

/** The client of a package, without `@aws-sdk/client-`; for a class of version 2, the client that replaced it. */
export function clientOf(packageName: string): string | undefined {
  if (packageName.startsWith('@aws-sdk/client-')) {
    return packageName.slice('@aws-sdk/client-'.length);
  }
  const [root, service] = packageName.split('/');
  return root === 'aws-sdk' && service !== undefined
    ? namesOf(OLD_NAMES, service.split('.')[0] ?? '')[0]
    : undefined;
}
