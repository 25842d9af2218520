// The OpenAPI 3.0 document that API Gateway imports, as far as the compiler writes it.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html

/** A placeholder in ARNs. The partition is known only when the account has answered; region and names are known before. */
export const PARTITION_PLACEHOLDER = '{{partition}}';
export const ACCOUNT_PLACEHOLDER = '{{account}}';
/** A placeholder for the region, because an export is the same for all regions. */
export const REGION_PLACEHOLDER = '{{region}}';

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type OpenApiDocument = {
  readonly openapi: '3.0.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
} & { readonly [key: string]: Json };

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
