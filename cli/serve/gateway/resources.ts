// Builds the resource tree of a REST API from the manifest, and matches the path of a request segment by segment. A literal
// segment takes precedence over a path parameter, and the search never backtracks.
import { groupBy } from '../../../compiler/groups.js';
import { pathPreflights } from '../../../runtime/contract/cors.js';
import type { Manifest, RouteEntry } from '../../../runtime/contract/manifest.js';
import { parsePath } from '../../../runtime/contract/paths.js';

export type Resource = {
  readonly path: string;
  readonly routes: ReadonlyMap<string, RouteEntry>;
  /** The response to OPTIONS; undefined if no route on the path has CORS. */
  readonly preflight: Readonly<Record<string, string>> | undefined;
};

export type ResourceMatch = {
  readonly resource: Resource;
  /** The values of the captures, as sent. */
  readonly captures: readonly string[];
};

export type ResourceTree = { readonly find: (path: string) => ResourceMatch | undefined };

type Node = {
  readonly literals: Map<string, Node>;
  capture: Node | undefined;
  resource: Resource | undefined;
};

export function buildResourceTree(manifest: Manifest): ResourceTree {
  const root = emptyNode();
  const fixed = new Map<string, ResourceMatch>();
  const preflights = pathPreflights(manifest.routes);
  for (const [path, routes] of groupBy(manifest.routes, (route) => route.path)) {
    const resource = { path, routes: byMethod(routes), preflight: preflights.get(path) };
    const { segments } = parsePath(path);
    let node = root;
    for (const segment of segments) {
      node = segment.kind === 'literal' ? literalOf(node, segment.text) : captureOf(node);
    }
    node.resource = resource;
    if (!path.includes('{')) fixed.set(path, { resource, captures: [] });
  }
  return { find: (path) => fixed.get(path) ?? walk(root, path) };
}

function walk(root: Node, path: string): ResourceMatch | undefined {
  if (!path.startsWith('/')) return undefined;
  // A trailing slash is ignored; an empty segment in any other position matches nothing.
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  const captures: string[] = [];
  let node = root;
  for (let start = 1; start < end;) {
    const slash = path.indexOf('/', start);
    const stop = slash < 0 || slash > end ? end : slash;
    const text = path.slice(start, stop);
    const literal = node.literals.get(text);
    if (!literal && text !== '') captures.push(text);
    const next = literal ?? (text === '' ? undefined : node.capture);
    if (!next) return undefined;
    node = next;
    start = stop + 1;
  }
  if (path.endsWith('//')) return undefined;
  return node.resource && { resource: node.resource, captures };
}

function byMethod(routes: readonly RouteEntry[]): ReadonlyMap<string, RouteEntry> {
  return new Map(routes.flatMap((route) => route.methods.map((method) => [method, route])));
}

function emptyNode(): Node {
  return { literals: new Map(), capture: undefined, resource: undefined };
}

function literalOf(node: Node, text: string): Node {
  const known = node.literals.get(text);
  if (known) return known;
  const created = emptyNode();
  node.literals.set(text, created);
  return created;
}

function captureOf(node: Node): Node {
  node.capture ??= emptyNode();
  return node.capture;
}
