// The type of an operation: its description and the function that runs it.
import { type Fields, isFields, badRequest, invalid } from '../fields.js';
import type { Store } from './store.js';

export type Call = {
  readonly store: Store;
  /** Returns a decoded path parameter. */
  readonly parameter: (name: string) => string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Fields;
  /** The unparsed body, for operations that take a document. */
  readonly rawBody: Buffer;
};

/** The result of an operation: nothing, members, or a file. */
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
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with parameters in braces. */
  readonly path: string;
  /** The required value of `?mode=`; an operation without it serves requests without `mode`. */
  readonly mode?: 'import';
  /** Names of query parameters. */
  readonly query?: readonly string[];
  /** `document` if the body is a document instead of members. */
  readonly body?: Members | 'document';
  readonly status: number;
  readonly run: (call: Call) => OperationResult | Promise<OperationResult>;
};

type MemberKind = 'string' | 'integer' | 'boolean' | 'strings' | 'texts' | 'object' | 'objects';

/** The members of a body; a kind that ends in an exclamation mark is required. */
type Members = Readonly<Record<string, MemberKind | `${MemberKind}!`>>;

const CHECKS: Readonly<Record<MemberKind, (value: unknown) => boolean>> = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  strings: (value: unknown) => Array.isArray(value) && value.every((v) => typeof v === 'string'),
  texts: (value: unknown) =>
    isFields(value) && Object.values(value).every((v) => typeof v === 'string'),
  object: isFields,
  objects: (value: unknown) => Array.isArray(value) && value.every(isFields),
};

export function readMembers(body: Buffer, members: Members): Fields {
  const value = parse(body);
  for (const [name, member] of Object.entries(value)) {
    const kind = members[name]?.replace('!', '');
    if (kind === undefined) throw invalid('SerializationException', `Unknown member: ${name}`);
    const check = Object.entries(CHECKS).find(([key]) => key === kind)?.[1];
    if (member !== null && !check?.(member)) {
      throw invalid('SerializationException', `The value of ${name} is not of type ${kind}`);
    }
  }
  const missing = Object.entries(members).find(
    ([name, kind]) => kind.endsWith('!') && (value[name] ?? undefined) === undefined,
  );
  if (missing) {
    throw invalid(
      'ValidationException',
      `1 validation error detected: Value null at '${missing[0]}' failed to satisfy constraint: Member must not be null`,
    );
  }
  return value;
}

function parse(body: Buffer): Fields {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (isFields(value)) return value;
  } catch {
    // The body is not JSON.
  }
  throw invalid('SerializationException', 'Unable to parse the body of the request');
}

export type Patch = {
  readonly op: string;
  readonly path: string;
  readonly value: string | undefined;
};

const OPERATIONS = ['add', 'remove', 'move', 'test', 'replace', 'copy'];

/** Reads the `patchOperations` of an update. `input` is the name of the request in the messages of the service. */
export function readPatches(body: Fields, input: string): readonly Patch[] {
  const list = body['patchOperations'];
  if (!Array.isArray(list)) return [];
  const patches = list.filter(isFields).map((patch) => ({
    op: String(patch['op']),
    path: typeof patch['path'] === 'string' ? patch['path'] : 'null',
    value: typeof patch['value'] === 'string' ? patch['value'] : undefined,
  }));
  const errors = patches.flatMap(({ op }, index) =>
    OPERATIONS.includes(op)
      ? []
      : [
          `Value '${op}' at '${input}.patchOperations.${index + 1}.member.op' failed to satisfy constraint: Member must satisfy enum value set: [${OPERATIONS.join(', ')}]`,
        ],
  );
  if (errors.length > 0) {
    const noun = errors.length === 1 ? 'error' : 'errors';
    throw invalid(
      'ValidationException',
      `${errors.length} validation ${noun} detected: ${errors.join('; ')}`,
    );
  }
  return patches;
}

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 500;

/** Returns a page of a list by `position` and `limit`, the parameters of every list of the service. */
export function page<T>(
  items: readonly T[],
  query: URLSearchParams,
): { readonly item: readonly T[]; readonly position?: string } {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw badRequest(`Invalid limit specified: it must be between 1 and ${MAX_LIMIT}`);
  }
  const position = query.get('position');
  const start = position === null ? 0 : Number(Buffer.from(position, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0) throw badRequest('Invalid position specified');
  const end = start + limit;
  return {
    item: items.slice(start, end),
    ...(end < items.length && { position: Buffer.from(String(end)).toString('base64url') }),
  };
}
