// The user's input for a route. All other fields follow the schema of the newest build, so that edits never discard input.
import type {
  EventFunction,
  ExplorerDocument,
  ExplorerRoute,
  InputField,
} from '../explorer-document.js';
import { textOrJson } from '../../../../compiler/json-values.js';
import { sampleOf } from '../../samples/sample-value.js';

export type FieldKind = 'captures' | 'query' | 'headers';

export type Draft = {
  /** The text of each field, by kind and name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Parameters that the view does not declare, as `a=b&c=d`. */
  readonly moreQuery: string;
  /** Headers that the view does not declare, one per line. */
  readonly moreHeaders: string;
  readonly body?: string;
  readonly contentType?: string;
  /** The claims of the token, as JSON. */
  readonly claims?: string;
  /** The value of the header that a custom authorizer reads. */
  readonly token?: string;
  readonly origin?: number;
  /** The event for each source of a function, as text, by the index of the source. */
  readonly events?: Readonly<Record<number, string>>;
  /** True if the request is sent without a key, token or signature. */
  readonly isUnknown: boolean;
};

export const EMPTY_DRAFT: Draft = { fields: {}, moreQuery: '', moreHeaders: '', isUnknown: false };

export const SAMPLE_CLAIMS = '{ "sub": "local-user" }';

/** Returns the value of a field: the user's input or, for a required field, a sample from its schema. */
export function fieldText(
  draft: Draft,
  document: ExplorerDocument,
  { kind, field }: { readonly kind: FieldKind; readonly field: InputField },
): string {
  const typed = draft.fields[fieldKey(kind, field.name)];
  if (typed !== undefined) return typed;
  return field.isRequired ? proposedText(field, document) : '';
}

export function fieldKey(kind: FieldKind, name: string): string {
  return `${kind} ${name}`;
}

/** Returns a string that the schema accepts. For a string without constraints, it is empty. */
function proposedText({ schema }: InputField, { schemas }: ExplorerDocument): string {
  const value = sampleOf(schema, schemas);
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(textOrJson).join('\n') : textOrJson(value);
}

/** Returns the media type that is sent; undefined if the view accepts no body. */
export function contentTypeOf({ body }: ExplorerRoute, draft: Draft): string | undefined {
  return body?.contentTypes.find((type) => type === draft.contentType) ?? body?.contentTypes[0];
}

/** Returns the body: the user's input, or a sample from the schema. */
export function bodyText(route: ExplorerRoute, draft: Draft, document: ExplorerDocument): string {
  if (draft.body !== undefined || !route.body) return draft.body ?? '';
  const { schema } = route.body;
  const type = contentTypeOf(route, draft) ?? '';
  if (isForm(type)) {
    const value = schema && sampleOf(schema, document.schemas);
    return typeof value === 'object' && value !== null ? formText(value) : '';
  }
  if (!isJson(type)) return '';
  return schema ? JSON.stringify(sampleOf(schema, document.schemas), null, 2) : '{}';
}

/** Returns the index of the source that the event comes from; 0 if the chosen one no longer exists. */
export function originOf({ origins }: EventFunction, { origin = 0 }: Draft): number {
  return origin < origins.length ? origin : 0;
}

export function eventText(own: EventFunction, draft: Draft): string {
  const origin = originOf(own, draft);
  return draft.events?.[origin] ?? own.origins[origin]?.sample ?? '';
}

function formText(value: object): string {
  const pairs = Object.entries(value).flatMap(([name, item]) =>
    (Array.isArray(item) ? item : [item]).map((one): [string, string] => [name, textOrJson(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

export function isJson(type: string): boolean {
  return /[/+]json\b/i.test(type);
}

function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

/** Returns true if the form offers a file, rather than text, for bodies of this media type. */
export function isBinary(type: string): boolean {
  return !isJson(type) && !isForm(type) && !/^text\/|[/+](?:xml|yaml|csv)\b|\*\/\*/i.test(type);
}
