// The definition of a REST API, built from a document. It is immutable: an update creates a new definition, and a deployment
// keeps the one it was created with.

import type { TransferMode } from './invocation-uri.js';

export type Definition = {
  readonly name: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  readonly binaryMediaTypes: readonly string[];
  readonly minimumCompressionSize: number | undefined;
  /** The resource policy, as JSON. */
  readonly policy: string | undefined;
  /** Sorted by path, the root first; includes the parents of every resource. */
  readonly resources: readonly Resource[];
  /** Sorted by name. */
  readonly authorizers: readonly Authorizer[];
  /** By response type, for example `DEFAULT_4XX`. */
  readonly gatewayResponses: Readonly<Record<string, GatewayResponse>>;
};

export type TextMap = Readonly<Record<string, string>>;

export type Resource = {
  readonly path: string;
  /** By HTTP method; `ANY` applies to methods without an entry. */
  readonly methods: Readonly<Record<string, Method>>;
};

export type Method = {
  readonly authorization: Authorization;
  readonly apiKeyRequired: boolean;
  readonly operationName: string | undefined;
  /** For example `method.request.path.id`, and whether it is required. */
  readonly requestParameters: Readonly<Record<string, boolean>>;
  /** The names of the response headers, by status code. */
  readonly responses: Readonly<Record<string, readonly string[]>>;
  readonly integration: Integration | undefined;
};

export type Authorization =
  | { readonly kind: 'none' }
  | { readonly kind: 'iam' }
  | { readonly kind: 'authorizer'; readonly name: string; readonly scopes: readonly string[] };

export type Integration = LambdaIntegration | MockIntegration;

type IntegrationBase = {
  readonly passthrough: 'WHEN_NO_MATCH' | 'WHEN_NO_TEMPLATES' | 'NEVER';
  readonly contentHandling: 'CONVERT_TO_TEXT' | 'CONVERT_TO_BINARY' | undefined;
  /** Milliseconds. */
  readonly timeout: number;
  /** By media type. */
  readonly requestTemplates: TextMap;
  readonly responses: readonly IntegrationResponse[];
};

/** `AWS_PROXY`. */
export type LambdaIntegration = IntegrationBase & {
  readonly kind: 'lambda';
  readonly uri: string;
  readonly functionArn: string;
  readonly httpMethod: string;
  readonly mode: TransferMode;
};

export type MockIntegration = IntegrationBase & { readonly kind: 'mock' };

export type IntegrationResponse = {
  /** Undefined for the default. */
  readonly pattern: string | undefined;
  readonly statusCode: string;
  readonly parameters: TextMap;
  readonly templates: TextMap;
};

export type Authorizer =
  | {
      readonly kind: 'userPool';
      readonly name: string;
      readonly header: string;
      readonly providerArns: readonly string[];
    }
  | {
      readonly kind: 'token';
      readonly name: string;
      readonly header: string;
      readonly uri: string;
      readonly functionArn: string;
      /** Seconds. */
      readonly resultTtl: number;
      /** A regular expression that must match the whole token. */
      readonly validation: string | undefined;
    };

export type GatewayResponse = {
  readonly statusCode: number | undefined;
  readonly parameters: TextMap;
  readonly templates: TextMap;
};

/** The definition of an API that was created without a document. */
export function emptyDefinition(name: string, description: string | undefined): Definition {
  return {
    name,
    description,
    version: undefined,
    binaryMediaTypes: [],
    minimumCompressionSize: undefined,
    policy: undefined,
    resources: [{ path: '/', methods: {} }],
    authorizers: [],
    gatewayResponses: {},
  };
}
