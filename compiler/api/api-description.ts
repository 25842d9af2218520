// What callers may know of an application: its operations with what they take and what they answer. The OpenAPI document
// and the client are printed from it.
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { HttpMethod } from '../../runtime/contract/methods.js';
import type { Type, TypeDefinitions, TypeDocumentation } from '../declarations/declared-type.js';

export type ApiDescription = {
  readonly title: string;
  /** Sorted by path and method. */
  readonly operations: readonly Operation[];
  /** Every named type that operations lead to. */
  readonly definitions: TypeDefinitions;
  /** Unique names of those types. */
  readonly names: ReadonlyMap<string, string>;
  /** What is not known, with its place. */
  readonly notes: readonly Diagnostic[];
};

export type Operation = {
  readonly path: string;
  readonly method: HttpMethod;
  /** Unique, and the same while the view keeps its name. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly documentation: TypeDocumentation;
  /** In the order of the path. */
  readonly captures: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly body: RequestBody | undefined;
  /** Sorted by status. */
  readonly answers: readonly Answer[];
  /** The name of the authorizer. */
  readonly authorizer: string | null;
  /** One of which the token must have; absent when it needs none. */
  readonly scopes?: readonly string[];
  readonly apiKeyRequired: boolean;
};

export type Parameter = {
  readonly name: string;
  readonly type: Type;
  readonly isOptional: boolean;
  readonly documentation?: TypeDocumentation | undefined;
};

export type RequestBody = {
  readonly type: Type;
  readonly isOptional: boolean;
  /** Sorted. */
  readonly mediaTypes: readonly string[];
};

/** Everything that may come with one status; `2XX` is a status that is computed. */
export type Answer = {
  readonly status: number | '2XX';
  readonly description: string;
  /** What a view answers, one for each media type; none for an answer without a body. */
  readonly bodies: readonly AnswerBody[];
  readonly errors: readonly ErrorAnswer[];
  /** What the gateway, or the runtime before the view, answers: `{"message": "..."}`. */
  readonly messages: readonly string[];
};

export type AnswerBody = { readonly mediaType: string; readonly type: Type };

/** `{"Code": "...", "Message": "..."}`. */
export type ErrorAnswer = {
  readonly status: number;
  readonly code: string;
  /** The message as it is written, with `{id}` for what is computed; empty when all of it is. */
  readonly message: string;
  /** The error has `Problems`: the list of what is wrong with the input. */
  readonly hasProblems?: true;
  /** The type of `Details`. */
  readonly details?: Type;
};
