// The part of a security scheme that both OpenAPI documents share. To a caller, each scheme is a header.
import type { AuthorizerEntry } from '../runtime/contract/manifest.js';

type HeaderScheme = { readonly type: 'apiKey'; readonly name: string; readonly in: 'header' };

export const API_KEY: HeaderScheme = headerScheme('x-api-key');

export function schemeOf(entry: AuthorizerEntry): HeaderScheme {
  return headerScheme(entry.kind === 'iam' ? 'Authorization' : entry.header);
}

function headerScheme(name: string): HeaderScheme {
  return { type: 'apiKey', name, in: 'header' };
}
