// The hash of a document where the cloud keeps it: in `info.description`, which comes back as the description of the API.
import type { OpenApiDocument } from './openapi-document.js';

/** The description that carries a hash. */
function hashText(hash: string): string {
  return `framework sha256=${hash}`;
}

/** The hash that the description of an API carries; undefined when it carries none. */
export function readHashText(description: string | undefined): string | undefined {
  return /^framework sha256=([0-9a-f]{64})$/.exec(description ?? '')?.[1];
}

/** The document with the hash in its description. */
export function withHash(document: OpenApiDocument, hash: string): OpenApiDocument {
  return { ...document, info: { ...document.info, description: hashText(hash) } };
}
