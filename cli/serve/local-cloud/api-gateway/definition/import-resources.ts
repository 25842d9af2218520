// The resources of a document: one for each segment of every path, with the rules of the service.
import { fieldsAt, isFields } from '../fields.js';
import type { Fields } from '../fields.js';
import type { Resource } from './definition.js';
import { importMethod } from './import-method.js';
import { unknownKey } from './import-problems.js';
import type { ImportProblems } from './import-problems.js';

/** docs.aws.amazon.com/apigateway/latest/developerguide/limits.html: resources per REST API, including the root. */
const MAX_RESOURCES = 300;

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  put: 'PUT',
  post: 'POST',
  delete: 'DELETE',
  options: 'OPTIONS',
  head: 'HEAD',
  patch: 'PATCH',
  'x-amazon-apigateway-any-method': 'ANY',
};

/** The keys of a path item other than its methods. */
const ITEM_KEYS: ReadonlySet<string> = new Set(['summary', 'description', 'parameters', 'servers']);

export function importResources(
  document: Fields,
  schemes: Fields,
  problems: ImportProblems,
): readonly Resource[] {
  const resources = new Map<string, Resource>([['/', { path: '/', methods: {} }]]);
  const captures = new Map<string, string>();
  const paths = fieldsAt(document, 'paths');
  for (const [path, item] of Object.entries(paths)) {
    if (!addResources(path, { resources, captures, problems })) continue;
    const methods = readItem(isFields(item) ? item : {}, { path, document, schemes, problems });
    resources.set(path, { path, methods });
  }
  return [...resources.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Tree = {
  readonly resources: Map<string, Resource>;
  /** The name of the path parameter below each path. */
  readonly captures: Map<string, string>;
  readonly problems: ImportProblems;
};

/** Adds the resources of a path. Returns false if one of them is rejected. */
function addResources(path: string, { resources, captures, problems }: Tree): boolean {
  if (path === '/') return true;
  let parent = '';
  for (const part of path.slice(1).split('/')) {
    const current = `${parent}/${part}`;
    const refuse = (reason: string) => {
      problems.add(`Unable to create resource at path '${current}': ${reason}`);
      return false;
    };
    if (!path.startsWith('/') || !PART.test(part)) return refuse(INVALID_PART);
    if (parent.endsWith('+}')) return refuse(`${BELOW_GREEDY}: ${parent.split('/').pop() ?? ''}`);
    if (part.startsWith('{')) {
      const sibling = captures.get(parent);
      if (sibling !== undefined && sibling !== part) return refuse(siblingText(sibling));
      captures.set(parent, part);
    }
    if (!resources.has(current)) {
      if (resources.size >= MAX_RESOURCES) return refuse(TOO_MANY);
      resources.set(current, { path: current, methods: {} });
    }
    parent = current;
  }
  return true;
}

const PART = /^(?:[a-zA-Z0-9._-]+|\{[a-zA-Z0-9._-]+\+?\})$/;
const INVALID_PART =
  "Resource's path part only allow a-zA-Z0-9._- or a valid greedy path variable and curly braces at the beginning and the end.";
const BELOW_GREEDY = 'Cannot create a child of a resource with a greedy path variable';
const TOO_MANY =
  'Maximum number of resources for this API has been reached. Please contact AWS if you need additional resources.';

function siblingText(sibling: string): string {
  return `A sibling (${sibling}) of this resource already has a variable path part -- only one is allowed`;
}

type Place = {
  readonly path: string;
  readonly document: Fields;
  readonly schemes: Fields;
  readonly problems: ImportProblems;
};

function readItem(item: Fields, { path, document, schemes, problems }: Place): Resource['methods'] {
  const methods: Record<string, Resource['methods'][string]> = {};
  for (const [key, operation] of Object.entries(item)) {
    const name = METHODS[key];
    if (name === undefined) {
      const isForeign = key.startsWith('x-') && !key.startsWith('x-amazon-');
      if (!ITEM_KEYS.has(key) && !isForeign) problems.add(unknownKey(`path '${path}'`, key));
      continue;
    }
    methods[name] = importMethod(isFields(operation) ? operation : {}, {
      name,
      path,
      shared: item['parameters'],
      security: document['security'],
      schemes,
      problems,
    });
  }
  return methods;
}
