// The OpenAPI 3.0 document that API Gateway imports, limited to what the compiler creates.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
import { isMapping } from '../json-values.js';

/** The placeholder for the region in an export. The export is the same for all regions. */
export const ANY_REGION = '{{region}}';

/** The values that are not yet known when a document is created. */
export type OpenPlace = 'partition' | 'account' | 'region';

/** An ARN with placeholders. It is not a string, because a string of an application may contain text like a placeholder. */
export class OpenText {
  readonly parts: readonly (string | { readonly open: OpenPlace })[];

  constructor(parts: OpenText['parts']) {
    this.parts = parts;
  }

  fill(value: (open: OpenPlace) => string): string {
    return this.parts.map((part) => (typeof part === 'string' ? part : value(part.open))).join('');
  }

  /** Returns the text from which the hash of a document is computed. It does not depend on the account. */
  toJSON(): string {
    return this.fill((open) => `{{${open}}}`);
  }
}

/** Creates a text with placeholders, arnWith`arn:${{ open: 'partition' }}:s3:::bucket`, or a plain string if there are none. */
export function arnWith(
  texts: TemplateStringsArray,
  ...values: readonly (OpenText['parts'][number] | OpenText)[]
): string | OpenText {
  const parts = texts.flatMap((text, index) => {
    const value = values[index] ?? '';
    return [text, ...(value instanceof OpenText ? value.parts : [value])];
  });
  return parts.every((part) => typeof part === 'string') ? parts.join('') : new OpenText(parts);
}

export function regionPart(region: string): OpenText['parts'][number] {
  return region === ANY_REGION ? { open: 'region' } : region;
}

export type Json =
  string | number | boolean | null | OpenText | readonly Json[] | { readonly [key: string]: Json };

export type OpenApiDocument = {
  readonly openapi: '3.0.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
} & { readonly [key: string]: Json };

/** Returns the hash in an API's description; undefined if there is none. */
export function readHashText(description: string | undefined): string | undefined {
  return /^framework sha256=([0-9a-f]{64})$/.exec(description ?? '')?.[1];
}

export function withHash(document: OpenApiDocument, hash: string): OpenApiDocument {
  return { ...document, info: { ...document.info, description: `framework sha256=${hash}` } };
}

export function placeDocument(
  document: OpenApiDocument,
  location: Readonly<Record<OpenPlace, string>>,
): OpenApiDocument {
  const filled = (value: unknown): unknown => {
    if (value instanceof OpenText) return value.fill((open) => location[open]);
    if (Array.isArray(value)) return value.map(filled);
    if (!isMapping(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
  };
  return filled(document) as OpenApiDocument; // because only strings inside the document were replaced
}
