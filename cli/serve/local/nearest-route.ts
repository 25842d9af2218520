// Finds the route that was probably meant by a request that matches no route.
import { distance } from 'fastest-levenshtein';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { Refusal } from '../gateway/index.js';

/** Returns a sentence for the terminal; undefined if the application has no routes. */
export function describeNearest(
  manifest: Manifest,
  method: string,
  target: string,
): string | undefined {
  const [path = ''] = target.split('?');
  const paths = [...new Set(manifest.routes.map((route) => route.path))];
  const [nearest] = paths
    .map((candidate) => ({ candidate, difference: differenceOf(candidate, path) }))
    .sort((a, b) => a.difference - b.difference);
  if (!nearest) return undefined;
  const routes = manifest.routes.filter((route) => route.path === nearest.candidate);
  const methods = [
    ...routes.flatMap((route) => route.methods),
    ...(routes.some((route) => route.cors) ? ['OPTIONS'] : []),
  ];
  return nearest.difference === 0 && !methods.includes(method)
    ? `${nearest.candidate} does not support ${method}, only ${methods.join(', ')}`
    : `no route has this path; the closest is ${nearest.candidate} (${methods.join(', ')})`;
}

/** Counts the differing characters, segment by segment. A path parameter matches any segment. */
function differenceOf(routePath: string, path: string): number {
  const wanted = segmentsOf(routePath);
  const found = segmentsOf(path);
  let sum = 0;
  for (let index = 0; index < Math.max(wanted.length, found.length); index++) {
    const segment = wanted[index];
    const text = found[index];
    if (segment?.startsWith('{') && text !== undefined) continue;
    // A missing segment counts as its length plus one.
    sum +=
      segment === undefined || text === undefined
        ? (segment ?? text ?? '').length + 1
        : distance(segment, text);
  }
  return sum;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

export function noteOf(
  refusal: Refusal | undefined,
  manifest: Manifest,
  { method, target }: { readonly method: string; readonly target: string },
): string | undefined {
  if (refusal?.note !== undefined) return refusal.note;
  if (refusal?.error !== 'missingAuthenticationToken') return undefined;
  return describeNearest(manifest, method, target);
}
