// The definition of a REST API, built from a document. It is immutable: an update creates a new definition, and a deployment
// keeps the definition that it was created with.
import { isMapping } from '../../../../../compiler/json-values.js';
import { badRequest, type Fields } from '../fields.js';

export type Definition = {
  readonly name: string;
  readonly description: string | undefined;
  readonly version: string | undefined;
  readonly binaryMediaTypes: readonly string[];
  readonly minimumCompressionSize: number | undefined;
  /** The resource policy, as JSON. */
  readonly policy: string | undefined;
  /** Sorted by path, with the root first. Includes the parents of every resource. */
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
  /** Whether each parameter is required, by name, for example `method.request.path.id`. */
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
  /** The pattern that selects this response; undefined for the default response. */
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

export function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

export function matchesWhole(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text);
}

const INVOCATION =
  /^arn:aws[a-z-]*:apigateway:[a-z0-9-]+:lambda:path\/(2015-03-31|2021-11-15)\/functions\/(arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[a-zA-Z0-9-_]+(?::[a-zA-Z0-9-_$]+)?)\/(invocations|response-streaming-invocations)$/;

/** `BUFFERED` calls Invoke, and `STREAM` calls InvokeWithResponseStream. */
export type TransferMode = 'BUFFERED' | 'STREAM';

const CALLS: Readonly<Record<string, TransferMode>> = {
  '2015-03-31 invocations': 'BUFFERED',
  '2021-11-15 response-streaming-invocations': 'STREAM',
};

export function readInvocationUri(
  uri: string,
): { readonly functionArn: string; readonly mode: TransferMode } | undefined {
  const [, version = '', functionArn = '', end = ''] = INVOCATION.exec(uri) ?? [];
  const mode = CALLS[`${version} ${end}`];
  return mode && { functionArn, mode };
}

/** Returns the error of the service for a URI that is not a Lambda proxy integration in this mode. */
export function invocationUriProblem(
  uri: string,
  mode: TransferMode = 'BUFFERED',
): string | undefined {
  const found = readInvocationUri(uri);
  if (found?.mode === mode) return undefined;
  // github.com/hashicorp/terraform-provider-aws/issues/45649
  if (found) return `Invalid Response transfer mode specified for the integration URI: ${mode}`;
  const service = /^arn:[a-z-]+:apigateway:[a-z0-9-]+:([a-z0-9-]+):(.*)$/.exec(uri);
  if (!service) return 'Invalid ARN specified in the request';
  const [, name, rest = ''] = service;
  if (!/^(?:path|action)\//.test(rest))
    return 'AWS ARN for integration must contain path or action';
  return name === 'lambda'
    ? 'Invalid ARN specified in the request'
    : "Integrations of type 'AWS_PROXY' currently only supports Lambda function and Firehose stream invocations.";
}

// Mapping templates in the format that the framework writes: text with a few `$` variables. The import rejects a template that
// uses anything else, because this cloud would not evaluate it.

const VARIABLE =
  /\$(context\.error\.messageString|context\.error\.message|context\.requestId|input\.json\('\$'\)|input\.body)/g;

export function templateProblem(template: string): string | undefined {
  const rest = template.replace(VARIABLE, '');
  return /[$#]/.test(rest)
    ? `The test cloud does not support the mapping template ${JSON.stringify(template)}`
    : undefined;
}

type TemplateValues = {
  readonly requestId: string;
  readonly errorMessage?: string | undefined;
  readonly body?: string;
};

export function renderTemplate(template: string, values: TemplateValues): string {
  return template.replace(VARIABLE, (_, name: string) => {
    switch (name) {
      case 'context.requestId':
        return values.requestId;
      case 'context.error.message':
        return values.errorMessage ?? '';
      case 'context.error.messageString':
        return JSON.stringify(values.errorMessage ?? null);
      default:
        return values.body ?? '';
    }
  });
}

export const INVALID_POLICY =
  'Invalid policy document. Please check the policy syntax and ensure that Principals are valid.';

export function isResourcePolicy(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const { Statement } = value;
  const statements: readonly unknown[] = Array.isArray(Statement) ? Statement : [Statement];
  return (
    statements.length > 0 &&
    statements.every(
      (one) =>
        isMapping(one) &&
        (one['Effect'] === 'Allow' || one['Effect'] === 'Deny') &&
        (one['Principal'] ?? one['NotPrincipal']) !== undefined &&
        one['Action'] !== undefined &&
        one['Resource'] !== undefined,
    )
  );
}

/** Returns the policy with full resource ARNs, as the service returns it. */
export function placedPolicy(policy: string, apiArn: string): string {
  return policy.replaceAll('"execute-api:/', `"${apiArn}/`);
}

export type ImportProblems = {
  readonly add: (line: string) => void;
  /** Adds an error for each unknown key, so that no test relies on such a key. */
  readonly checkKeys: (where: string, fields: Fields, known: ReadonlySet<string>) => void;
  readonly check: () => void;
};

export function createImportProblems(): ImportProblems {
  const lines: string[] = [];
  return {
    add: (line) => {
      lines.push(line);
    },
    checkKeys: (where, fields, known) => {
      const unknown = Object.keys(fields).filter((key) => !known.has(key));
      lines.push(...unknown.map((key) => unknownKey(where, key)));
    },
    check: () => {
      if (lines.length > 0)
        throw badRequest(`Errors found during import:\n\t${lines.join('\n\t')}`);
    },
  };
}

export function unknownKey(where: string, key: string): string {
  return `Unable to read ${where}: the test cloud does not support ${key}`;
}
