// Finds the resource of a request path. At each level a literal segment wins over a parameter, without backtracking. A greedy
// parameter matches the rest of the path.
import type { Method, Resource } from '../definition/definition.js';

export type RouteMatch = {
  readonly resource: Resource;
  readonly method: Method;
  /** The encoded text of each path parameter, by name. */
  readonly captures: Readonly<Record<string, string>>;
};

/** Returns undefined if no resource matches, or if it does not have this HTTP method. */
export function findRoute(
  resources: readonly Resource[],
  httpMethod: string,
  path: string,
): RouteMatch | undefined {
  const known = new Map(resources.map((resource) => [resource.path, resource]));
  // A trailing slash is ignored; any other empty segment matches nothing.
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  const parts = path === '/' ? [] : path.slice(1, end).split('/');
  const captures: Record<string, string> = {};
  let current = '';
  for (const [index, part] of parts.entries()) {
    if (part === '') return undefined;
    const children = childrenOf(resources, current);
    if (known.has(`${current}/${part}`) && !part.startsWith('{')) {
      current = `${current}/${part}`;
      continue;
    }
    const capture = children.find((child) => child.startsWith('{'));
    if (capture === undefined) return undefined;
    current = `${current}/${capture}`;
    if (capture.endsWith('+}')) {
      captures[capture.slice(1, -2)] = parts.slice(index).join('/');
      break;
    }
    captures[capture.slice(1, -1)] = part;
  }
  const resource = known.get(current === '' ? '/' : current);
  const method = resource?.methods[httpMethod] ?? resource?.methods['ANY'];
  return resource && method && { resource, method, captures };
}

function childrenOf(resources: readonly Resource[], parent: string): readonly string[] {
  return resources
    .map(({ path }) => path)
    .filter((path) => path !== '/' && path.slice(0, path.lastIndexOf('/')) === parent)
    .map((path) => path.slice(path.lastIndexOf('/') + 1));
}
