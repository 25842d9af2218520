// Keeps the hash of a document in `info.description`, which API Gateway returns as the description of the API.
import type { OpenApiDocument } from './openapi-document.js';

/** The description that carries a hash. */
function hashText(hash: string): string {
  return `framework sha256=${hash}`;
}

/** The hash in the description of an API; undefined when it has none. */
export function readHashText(description: string | undefined): string | undefined {
  return /^framework sha256=([0-9a-f]{64})$/.exec(description ?? '')?.[1];
}

/** The document with the hash in its description. */
export function withHash(document: OpenApiDocument, hash: string): OpenApiDocument {
  return { ...document, info: { ...document.info, description: hashText(hash) } };
}
