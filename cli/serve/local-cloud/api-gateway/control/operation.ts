// The type of an operation: its description and the function that runs it.
import type { Fields } from '../fields.js';
import type { Members } from './members.js';
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
