// The type of an operation: data and a function.
import type { Fields } from '../fields.js';
import type { Members } from './members.js';
import type { Store } from './store.js';

export type Call = {
  readonly store: Store;
  /** The captures of the path, decoded. */
  readonly parameter: (name: string) => string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Fields;
  /** The unparsed body, for documents. */
  readonly rawBody: Buffer;
};

/** The result of an operation: nothing, members, or a file. */
export type OperationResult = undefined | Fields | Download;

/** A class, so that it is not mistaken for members. */
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
  /** With captures in braces. */
  readonly path: string;
  /** The value that `?mode=` must have; without it the operation is the one without `mode`. */
  readonly mode?: 'import';
  /** Names of query parameters. */
  readonly query?: readonly string[];
  /** `document`: the body is one, not members. */
  readonly body?: Members | 'document';
  readonly status: number;
  readonly run: (call: Call) => OperationResult | Promise<OperationResult>;
};
