// The operations of services that speak REST: each has its method and path, such as `GET /functions/{name}`.
import type { ServiceRequest } from './service.js';

export type Match<Row> = {
  readonly name: string;
  readonly operation: Row;
  /** The parameters of the path, still encoded. */
  readonly captures: Readonly<Record<string, string>>;
};

/** Returns the first operation that serves the method and path of a request. */
export function matchRest<Row extends { readonly http: string }>(
  operations: readonly (readonly [name: string, operation: Row])[],
  { method, path }: Pick<ServiceRequest, 'method' | 'path'>,
): Match<Row> | undefined {
  for (const [name, operation] of operations) {
    const [verb, pattern = ''] = operation.http.split(' ');
    const captures = verb === method ? patternOf(pattern).exec(path)?.groups : undefined;
    if (captures) return { name, operation, captures };
  }
  return undefined;
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  // An empty group, so that a path without parameters has captures too.
  const source = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const pattern = new RegExp(`^${source}/?(?<end>)$`);
  patterns.set(path, pattern);
  return pattern;
}
