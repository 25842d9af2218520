// Describes the application to its callers: its operations, with their inputs and responses. The OpenAPI document and the
// client are generated from this description.
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { StreamKind } from '../../runtime/contract/manifest.js';
import type { HttpMethod } from '../../runtime/contract/http.js';
import type { SecurityScheme } from '../kinds/middleware/provider-security.js';
import type {
  Property,
  Type,
  TypeDefinitions,
  TypeDocumentation,
} from '../declarations/declared-type.js';

export type ApiDescription = {
  readonly title: string;
  /** Sorted by path and method. */
  readonly operations: readonly Operation[];
  readonly definitions: TypeDefinitions;
  readonly names: ReadonlyMap<string, string>;
  /** The providers' security schemes, sorted by name. */
  readonly schemes?: ReadonlyMap<string, SecurityScheme>;
  /** The parts of inputs and responses whose type is unknown, each with its location. */
  readonly notes: readonly Diagnostic[];
};

export type Operation = {
  readonly path: string;
  readonly method: HttpMethod;
  /** Unique. Does not change as long as the view and its class keep their names. */
  readonly id: string;
  readonly tags: readonly string[];
  readonly documentation: TypeDocumentation;
  readonly captures: readonly Parameter[];
  readonly query: readonly Parameter[];
  /** An object type whose index signatures describe all other query parameters; absent if the view declares none. */
  readonly otherQuery?: Type;
  readonly headers: readonly Parameter[];
  readonly body: RequestBody | undefined;
  /** Sorted by status. */
  readonly answers: readonly Answer[];
  readonly authorizer: string | null;
  /** The token must have at least one of these scopes; absent if no scope is required. */
  readonly scopes?: readonly string[];
  readonly apiKeyRequired: boolean;
  /** The schemes of the providers around the view, outermost first. A caller must satisfy all that are not optional. */
  readonly security?: readonly RequiredScheme[];
};

export type RequiredScheme = { readonly name: string; readonly isOptional: boolean };

export type Parameter = Property;

export type RequestBody = {
  readonly type: Type;
  readonly isOptional: boolean;
  /** Sorted. */
  readonly mediaTypes: readonly string[];
  readonly description?: string;
};

/** All responses that have the same status. `default` stands for a status that is computed at run time. */
export type Answer = {
  readonly status: number | 'default';
  readonly description: string;
  /** The body of the view's response, by media type; empty for a response without a body. */
  readonly bodies: readonly AnswerBody[];
  readonly errors: readonly ErrorAnswer[];
  /** Error messages from the gateway, or from the runtime before it calls the view: `{"message": "..."}`. */
  readonly messages: readonly string[];
};

export type AnswerBody = {
  readonly mediaType: string;
  /** The type of the body; for a stream, the type of the data in each event or line. */
  readonly type: Type;
  /** The format of a streamed body; absent if the body is not streamed. */
  readonly stream?: StreamKind;
};

/** An error response in the default format: `{"Code": "...", "Message": "..."}`. */
export type ErrorAnswer = {
  readonly status: number;
  readonly code: string;
  /** The message, with computed parts as placeholders such as `{id}`; empty if the whole message is computed. */
  readonly message: string;
  /** True if the response contains `Problems`, the list of problems with the input. */
  readonly hasProblems?: true;
  readonly details?: Type;
};
