// The type of a Lambda operation: a method, a path, and the function that runs it.
import type { Operation, ServiceAnswer } from '../service.js';
import type { FunctionBook } from './function-book.js';
import { type FunctionName, readFunctionName } from './function-name.js';

export type LambdaOperation = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters: `/2015-03-31/functions/{name}/code`. */
  readonly path: string;
  readonly isWrite: boolean;
  /** The required permission, if it is not `lambda:` and the name of the operation. */
  readonly action?: string;
  /** Returns the resource on which the caller needs permission, if it is not the function in the path. */
  readonly asks?: (
    call: Pick<LambdaCall, 'captures' | 'body'>,
    book: FunctionBook,
  ) => Pick<Operation, 'resource' | 'context'>;
  readonly run: (call: LambdaCall, book: FunctionBook) => LambdaAnswer | Promise<LambdaAnswer>;
};

export type LambdaCall = {
  /** Still encoded. */
  readonly captures: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type LambdaAnswer = Omit<ServiceAnswer, 'body'> & {
  /** JSON, or raw bytes. */
  readonly body?: unknown;
};

export function ok(body: unknown, status = 200): LambdaAnswer {
  return { status, body };
}

export const NO_CONTENT: LambdaAnswer = { status: 204 };

/** Returns the function that the path names, with the qualifier of the query. */
export function calledName(call: LambdaCall, book: FunctionBook): FunctionName {
  return readFunctionName(book, call.captures['name'] ?? '', call.query.get('Qualifier'));
}

/** Returns a page of a list; the marker is opaque to callers. */
export function page<Item>(
  items: readonly Item[],
  { query }: LambdaCall,
): { readonly items: readonly Item[]; readonly next: string | undefined } {
  const size = Math.min(Number(query.get('MaxItems') ?? 50), 50);
  const marker = query.get('Marker');
  const start = marker === null ? 0 : Number(Buffer.from(marker, 'base64').toString());
  const end = start + size;
  const next = end < items.length ? Buffer.from(String(end)).toString('base64') : undefined;
  return { items: items.slice(start, end), next };
}
