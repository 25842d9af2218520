// The OpenAPI 3.0 document that API Gateway imports, as far as we write it.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html

/** A placeholder in ARNs. The partition is known only when the account has answered; region and names are known before. */
export const PARTITION_PLACEHOLDER = '{{partition}}';
export const ACCOUNT_PLACEHOLDER = '{{account}}';

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type OpenApiDocument = {
  readonly openapi: '3.0.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
} & { readonly [key: string]: Json };
