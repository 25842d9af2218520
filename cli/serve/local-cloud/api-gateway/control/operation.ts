// The type of an operation: its description and its function. This file also reads bodies, patches and page parameters.
import { isMapping, parseJson } from '../../../../../compiler/json-values.js';
import { type Fields, badRequest, invalid, serialization } from '../fields.js';
import { checkShape, detected, failed, type MemberKind, unmet } from '../../members.js';
import type { RefusedCall, ServiceRequest } from '../../service.js';
import type { Store } from './store.js';

export type Call = Pick<ServiceRequest, 'query' | 'headers'> & {
  readonly store: Store;
  /** Returns a decoded path parameter. */
  readonly parameter: (name: string) => string;
  readonly body: Fields;
  /** The unparsed body, for operations that take a document. */
  readonly rawBody: Buffer;
};

export type OperationResult = undefined | Fields | Download;

/** A file. It is a class so that it cannot be mistaken for members. */
export class Download {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: string, headers: Readonly<Record<string, string>>) {
    this.text = text;
    this.headers = headers;
  }
}

export type OperationRow = {
  /** For example `GET /restapis/{restApiId}`. */
  readonly http: string;
  /** The names of the query parameters. */
  readonly query?: string;
  /** The members of the body (`checkShape`). */
  readonly takes?: string;
  readonly body?: 'document';
  /** Defaults to 201 for POST, 202 for DELETE and 200 for the others. */
  readonly status?: number;
  readonly run: (call: Call) => OperationResult | Promise<OperationResult>;
};

export type OperationRows = Readonly<Record<string, OperationRow>>;

/** The names that the service's messages use for the kinds of members. */
const KINDS: Partial<Record<MemberKind, string>> = {
  text: 'string',
  texts: 'strings',
  'text-map': 'texts',
  map: 'object',
  maps: 'objects',
};

export function readMembers(body: Buffer, takes: string): Fields {
  return checkShape(parse(body), takes, {
    unknown: (name) => serialization(`Unknown member: ${name}`),
    unexpected: (name, kind) =>
      serialization(`The value of ${name} is not of type ${KINDS[kind] ?? kind}`),
    missing: ([name]) => invalid(unmet(name, 'not be null', null)),
  });
}

function parse(body: Buffer): Fields {
  if (body.length === 0) return {};
  const value = parseJson(body.toString('utf8'));
  if (isMapping(value)) return value;
  throw serialization('Unable to parse the body of the request');
}

export type Patch = {
  readonly op: string;
  readonly path: string;
  readonly value: string | undefined;
};

/** Creates the error for an unsupported patch. `end` is appended to the message. */
export function wrongPatch({ op, path }: Pick<Patch, 'op' | 'path'>, end: string): RefusedCall {
  return badRequest(`Invalid patch path  '${path}' specified for op '${op}'.${end}`);
}

const OPERATIONS = ['add', 'remove', 'move', 'test', 'replace', 'copy'];

/** Reads the `patchOperations` of an update. `input` is the name that the service's messages use for the request. */
export function readPatches(body: Fields, input: string): readonly Patch[] {
  const list = body['patchOperations'];
  if (!Array.isArray(list)) return [];
  const patches = list.filter(isMapping).map((patch) => ({
    op: String(patch['op']),
    path: typeof patch['path'] === 'string' ? patch['path'] : 'null',
    value: typeof patch['value'] === 'string' ? patch['value'] : undefined,
  }));
  const rule = `satisfy enum value set: [${OPERATIONS.join(', ')}]`;
  const errors = patches.flatMap(({ op }, index) => {
    const place = `${input}.patchOperations.${index + 1}.member.op`;
    return OPERATIONS.includes(op) ? [] : [failed(place, rule, op)];
  });
  if (errors.length > 0) throw invalid(detected(errors));
  return patches;
}

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 500;

/** Returns a page of a list. All lists of the service use the parameters `position` and `limit`. */
export function page<T>(
  items: readonly T[],
  query: URLSearchParams,
): { readonly item: readonly T[]; readonly position?: string } {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw badRequest(`Invalid limit specified: it must be between 1 and ${MAX_LIMIT}`);
  const position = query.get('position');
  const start = position === null ? 0 : Number(Buffer.from(position, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0) throw badRequest('Invalid position specified');
  const end = start + limit;
  return {
    item: items.slice(start, end),
    ...(end < items.length && { position: Buffer.from(String(end)).toString('base64url') }),
  };
}
