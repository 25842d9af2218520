// Replaces the placeholders of a document when the account has answered.
import {
  ACCOUNT_PLACEHOLDER,
  type OpenApiDocument,
  PARTITION_PLACEHOLDER,
} from './openapi-document.js';

/** The partition and account of the deployment. */
export type Account = { readonly partition: string; readonly account: string };

/** The document with complete ARNs. */
export function placeDocument(
  document: OpenApiDocument,
  { partition, account }: Account,
): OpenApiDocument {
  const text = JSON.stringify(document)
    .replaceAll(PARTITION_PLACEHOLDER, partition)
    .replaceAll(ACCOUNT_PLACEHOLDER, account);
  return JSON.parse(text) as OpenApiDocument; // because only texts inside it were changed
}
