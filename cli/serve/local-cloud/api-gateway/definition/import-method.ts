// Reads a method from a document: its parameters, responses, security and integration.
import { isMapping, mappingOf } from '../../../../../compiler/json-values.js';
import { type Fields, fieldsAt, textAt, textMapAt, textsAt } from '../fields.js';
import {
  type Authorization,
  type Authorizer,
  type ImportProblems,
  type Integration,
  type IntegrationResponse,
  type Method,
  type TransferMode,
  invocationUriProblem,
  isExpression,
  readInvocationUri,
  templateProblem,
  unknownKey,
} from './definition.js';

type MethodPlace = {
  /** For example `GET`. */
  readonly name: string;
  readonly path: string;
  /** The parameters of the path item. */
  readonly shared: unknown;
  /** The security of the whole document. */
  readonly security: unknown;
  readonly schemes: Fields;
  readonly problems: ImportProblems;
};

export function importMethod(operation: Fields, location: MethodPlace): Method {
  checkKeys(operation, location);
  const responses = readMethodResponses(operation);
  return {
    ...readSecurity(operation['security'] ?? location.security, location),
    operationName: textAt(operation, 'operationId'),
    requestParameters: readParameters(operation, location),
    responses,
    integration: importIntegration(
      operation['x-amazon-apigateway-integration'],
      responses,
      location,
    ),
  };
}

const METHOD_KEYS: ReadonlySet<string> = new Set(
  `operationId summary description tags deprecated parameters requestBody responses security
  x-amazon-apigateway-integration`.split(/\s+/),
);

function checkKeys(operation: Fields, { name, path, problems }: MethodPlace): void {
  for (const key of Object.keys(operation)) {
    const isForeign = key.startsWith('x-') && !key.startsWith('x-amazon-');
    if (!METHOD_KEYS.has(key) && !isForeign)
      problems.add(unknownKey(`'${name}' at path '${path}'`, key));
  }
}

const PLACES: Readonly<Record<string, string>> = {
  path: 'path',
  query: 'querystring',
  header: 'header',
};

function readParameters(operation: Fields, location: MethodPlace): Method['requestParameters'] {
  const parameters: Record<string, boolean> = {};
  const names = new Set<string>();
  for (const parameter of [...listOf(location.shared), ...listOf(operation['parameters'])]) {
    const name = textAt(parameter, 'name') ?? '';
    const where = PLACES[textAt(parameter, 'in') ?? ''];
    if (where === undefined) continue;
    const key = `method.request.${where}.${name}`;
    if (names.has(name) && !(key in parameters))
      refuse(location, 'Parameter names must be unique across querystring, header and path');
    names.add(name);
    parameters[key] = where === 'path' || parameter['required'] === true;
  }
  return parameters;
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

/** Reads the method responses. `default` is skipped, because it declares no method response. */
function readMethodResponses(operation: Fields): Method['responses'] {
  const responses = Object.entries(fieldsAt(operation, 'responses'));
  return Object.fromEntries(
    responses
      .filter(([status]) => status !== 'default')
      .map(([status, response]) => [status, Object.keys(fieldsAt(mappingOf(response), 'headers'))]),
  );
}

function readSecurity(
  security: unknown,
  location: MethodPlace,
): Pick<Method, 'authorization' | 'apiKeyRequired'> {
  let authorization: Authorization = { kind: 'none' };
  let apiKeyRequired = false;
  for (const [name, asked] of listOf(security).flatMap((one) => Object.entries(one))) {
    const scheme = fieldsAt(location.schemes, name);
    if (isApiKeyScheme(scheme)) apiKeyRequired = true;
    else if (isIamScheme(scheme)) authorization = { kind: 'iam' };
    else if (isAuthorizerScheme(scheme)) {
      const scopes = Array.isArray(asked) ? asked.filter((one) => typeof one === 'string') : [];
      const authorizer = fieldsAt(scheme, 'x-amazon-apigateway-authorizer');
      if (scopes.length > 0 && textAt(authorizer, 'type') !== 'cognito_user_pools')
        refuse(
          location,
          'Authorization scopes are only supported for COGNITO_USER_POOLS authorizers',
        );
      authorization = { kind: 'authorizer', name, scopes };
    } else refuse(location, INVALID_AUTHORIZER);
  }
  return { authorization, apiKeyRequired };
}

const INVALID_AUTHORIZER =
  'Invalid authorizer ID specified. Setting the authorization type to CUSTOM or COGNITO_USER_POOLS requires a valid authorizer.';

function refuse({ name, path, problems }: MethodPlace, reason: string): void {
  problems.add(`Unable to put method '${name}' on resource at path '${path}': ${reason}`);
}

// The integration of a method: a Lambda proxy or a mock
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html).

const INTEGRATION_KEYS: ReadonlySet<string> = new Set(
  `type uri httpMethod passthroughBehavior contentHandling timeoutInMillis
  responseTransferMode requestTemplates responses`.split(/\s+/),
);

const DEFAULT_TIMEOUT = 29_000;
/** github.com/hashicorp/terraform-provider-aws/pull/45482 */
const MAX_TIMEOUT: Readonly<Record<TransferMode, number>> = { BUFFERED: 29_000, STREAM: 900_000 };
const MIN_TIMEOUT = 50;

function importIntegration(
  value: unknown,
  declared: Method['responses'],
  location: MethodPlace,
): Integration | undefined {
  if (!isMapping(value)) return undefined;
  const { name, path, problems } = location;
  const refuse = (reason: string) =>
    problems.add(
      `Unable to put integration on '${name}' for resource at path '${path}': ${reason}`,
    );
  const where = `the integration of '${name}' at path '${path}'`;
  problems.checkKeys(where, value, INTEGRATION_KEYS);
  const mode = oneOf(value, 'responseTransferMode', MODES) ?? 'BUFFERED';
  const shared = {
    passthrough: oneOf(value, 'passthroughBehavior', PASSTHROUGH) ?? 'WHEN_NO_MATCH',
    contentHandling: oneOf(value, 'contentHandling', HANDLING),
    timeout: readTimeout(value, mode, refuse),
    requestTemplates: readTemplates(value, 'requestTemplates', refuse),
    responses: readResponses(value, declared, location),
  } as const;
  for (const [key, names] of [
    ['passthroughBehavior', PASSTHROUGH],
    ['contentHandling', HANDLING],
    ['responseTransferMode', MODES],
  ] as const) {
    if (value[key] !== undefined && oneOf<string>(value, key, names) === undefined)
      refuse(`Invalid ${key} specified: ${JSON.stringify(value[key])}`);
  }
  switch (textAt(value, 'type')?.toLowerCase()) {
    case 'mock':
      if (mode === 'STREAM')
        refuse('Response transfer mode STREAM is only supported for proxy integrations');
      return { kind: 'mock', ...shared };
    case 'aws_proxy': {
      const uri = textAt(value, 'uri') ?? '';
      const httpMethod = textAt(value, 'httpMethod') ?? '';
      if (httpMethod === '') refuse('Enumeration value for HttpMethod must be non-empty');
      const problem = invocationUriProblem(uri, mode);
      if (problem !== undefined) refuse(problem);
      return {
        kind: 'lambda',
        ...shared,
        uri,
        httpMethod,
        mode,
        functionArn: readInvocationUri(uri)?.functionArn ?? '',
      };
    }
    default:
      refuse(
        `The test cloud does not support integrations of type '${textAt(value, 'type') ?? ''}'`,
      );
      return undefined;
  }
}

const PASSTHROUGH = ['WHEN_NO_MATCH', 'WHEN_NO_TEMPLATES', 'NEVER'] as const;
const MODES = ['BUFFERED', 'STREAM'] as const;
const HANDLING = ['CONVERT_TO_TEXT', 'CONVERT_TO_BINARY'] as const;

function oneOf<T extends string>(fields: Fields, key: string, names: readonly T[]): T | undefined {
  const text = textAt(fields, key)?.toUpperCase();
  return names.find((name) => name === text);
}

function readTimeout(fields: Fields, mode: TransferMode, refuse: (reason: string) => void): number {
  const value = fields['timeoutInMillis'] ?? DEFAULT_TIMEOUT;
  const most = MAX_TIMEOUT[mode];
  if (typeof value === 'number' && value >= MIN_TIMEOUT && value <= most) return value;
  refuse(`Timeout should be between ${MIN_TIMEOUT} ms and ${most} ms`);
  return DEFAULT_TIMEOUT;
}

export function readTemplates(
  fields: Fields,
  key: string,
  refuse: (reason: string) => void,
): Readonly<Record<string, string>> {
  const templates = textMapAt(fields, key);
  for (const template of Object.values(templates)) {
    const problem = templateProblem(template);
    if (problem !== undefined) refuse(problem);
  }
  return templates;
}

function readResponses(
  integration: Fields,
  declared: Method['responses'],
  location: MethodPlace,
): readonly IntegrationResponse[] {
  const { name, path, problems } = location;
  return Object.entries(fieldsAt(integration, 'responses')).map(([pattern, value]) => {
    const response = mappingOf(value);
    const refuse = (reason: string) =>
      problems.add(
        `Unable to put integration response on '${name}' for resource at path '${path}': ${reason}`,
      );
    const statusCode = textAt(response, 'statusCode') ?? '';
    if (!/^[1-5]\d\d$/.test(statusCode)) refuse(`Invalid status code specified: ${statusCode}`);
    if (!isExpression(pattern)) refuse(`Invalid selection pattern specified: ${pattern}`);
    const parameters = textMapAt(response, 'responseParameters');
    checkParameters(parameters, declared[statusCode], refuse);
    return {
      pattern: pattern === 'default' ? undefined : pattern,
      statusCode,
      parameters,
      templates: readTemplates(response, 'responseTemplates', refuse),
    };
  });
}

/** Checks that the method response of the same status declares each header, and that values are literals in quotes. */
function checkParameters(
  parameters: Readonly<Record<string, string>>,
  headers: readonly string[] | undefined,
  refuse: (reason: string) => void,
): void {
  const invalid = (error: string) =>
    refuse(
      `Invalid mapping expression specified: Validation Result: warnings : [], errors : [${error}]`,
    );
  if (!headers && Object.keys(parameters).length > 0) {
    invalid('No method response exists for method.');
    return;
  }
  for (const [key, expression] of Object.entries(parameters)) {
    const header = /^method\.response\.header\.(.+)$/.exec(key)?.[1];
    if (header === undefined || !headers?.includes(header))
      invalid(`Invalid mapping expression parameter specified: ${key}`);
    if (!isLiteral(expression)) invalid(`Invalid mapping expression specified: ${expression}`);
  }
}

/** Returns true for text in single quotes, which cannot contain a single quote. */
export function isLiteral(expression: string): boolean {
  return /^'[^']*'$/.test(expression);
}

// The authorizers of a document: security schemes with `x-amazon-apigateway-authorizer`
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-authorizer.html).

/** docs.aws.amazon.com/apigateway/latest/developerguide/limits.html: authorizers per API. */
const MAX_AUTHORIZERS = 10;
const MAX_TTL = 3600;

export function importAuthorizers(
  schemes: Fields,
  problems: ImportProblems,
): readonly Authorizer[] {
  const authorizers = Object.entries(schemes).flatMap(([name, value]) => {
    const scheme = mappingOf(value);
    const refuse = (reason: string) =>
      problems.add(`Unable to create authorizer '${name}': ${reason}`);
    checkScheme(name, scheme, problems);
    return isAuthorizerScheme(scheme) ? readAuthorizer(name, scheme, refuse) : [];
  });
  if (authorizers.length > MAX_AUTHORIZERS)
    problems.add(
      `Unable to create authorizer '${authorizers[MAX_AUTHORIZERS]?.name ?? ''}': ${TOO_MANY}`,
    );
  return authorizers.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const TOO_MANY =
  'Maximum number of authorizers for this API has been reached. Please contact AWS if you need additional authorizers.';

function checkScheme(name: string, scheme: Fields, problems: ImportProblems): void {
  if (!isApiKeyScheme(scheme) && !isIamScheme(scheme) && !isAuthorizerScheme(scheme))
    problems.add(`Unsupported security definition '${name}'`);
  const authorizer = fieldsAt(scheme, 'x-amazon-apigateway-authorizer');
  problems.checkKeys(`security scheme '${name}'`, scheme, SCHEME_KEYS);
  problems.checkKeys(`authorizer '${name}'`, authorizer, AUTHORIZER_KEYS);
}

const SCHEME_KEYS: ReadonlySet<string> = new Set(
  'type name in description x-amazon-apigateway-authtype x-amazon-apigateway-authorizer'.split(' '),
);

const AUTHORIZER_KEYS: ReadonlySet<string> = new Set(
  `type authorizerUri authorizerResultTtlInSeconds identitySource
  identityValidationExpression providerARNs`.split(/\s+/),
);

function readAuthorizer(
  name: string,
  scheme: Fields,
  refuse: (reason: string) => void,
): readonly Authorizer[] {
  const settings = fieldsAt(scheme, 'x-amazon-apigateway-authorizer');
  const header = readHeader(scheme, settings);
  if (header === undefined) {
    refuse('Invalid identitySource: only method.request.header is supported');
    return [];
  }
  switch (textAt(settings, 'type')?.toLowerCase()) {
    case 'cognito_user_pools': {
      const providerArns = textsAt(settings, 'providerARNs');
      if (providerArns.length === 0)
        refuse('ProviderARNs must be specified for COGNITO_USER_POOLS');
      const bad = providerArns.find((arn) => !USER_POOL_ARN.test(arn));
      if (bad !== undefined) refuse(`Invalid ARN specified in the request: ${bad}`);
      return [{ kind: 'userPool', name, header, providerArns }];
    }
    case 'token': {
      const uri = textAt(settings, 'authorizerUri') ?? '';
      const called = readInvocationUri(uri);
      if (called?.mode !== 'BUFFERED') {
        refuse('Invalid Authorizer URI: a Lambda function invocation ARN is expected');
        return [];
      }
      const resultTtl = Number(settings['authorizerResultTtlInSeconds'] ?? 300);
      if (!(resultTtl >= 0 && resultTtl <= MAX_TTL))
        refuse('Authorizer result TTL must be between 0 and 3600 seconds');
      const validation = textAt(settings, 'identityValidationExpression');
      if (!isExpression(validation ?? '')) refuse('Invalid identity validation expression');
      const { functionArn } = called;
      return [{ kind: 'token', name, header, uri, functionArn, resultTtl, validation }];
    }
    default:
      refuse(`Invalid authorizer type ${textAt(settings, 'type') ?? ''}`);
      return [];
  }
}

const USER_POOL_ARN =
  /^arn:aws[a-z-]*:cognito-idp:[a-z0-9-]+:\d{12}:userpool\/[\w-]+_[0-9a-zA-Z]+$/;

/** Returns the header that `identitySource` names; defaults to the header of the scheme. */
function readHeader(scheme: Fields, settings: Fields): string | undefined {
  const source = textAt(settings, 'identitySource');
  if (source === undefined) return textAt(scheme, 'name');
  return /^method\.request\.header\.([^,\s]+)$/.exec(source)?.[1];
}

function isApiKeyScheme(scheme: Fields): boolean {
  return (
    isHeaderScheme(scheme) &&
    /^x-api-key$/i.test(textAt(scheme, 'name') ?? '') &&
    scheme['x-amazon-apigateway-authtype'] === undefined
  );
}

function isIamScheme(scheme: Fields): boolean {
  return isHeaderScheme(scheme) && scheme['x-amazon-apigateway-authtype'] === 'awsSigv4';
}

function isAuthorizerScheme(scheme: Fields): boolean {
  return isHeaderScheme(scheme) && isMapping(scheme['x-amazon-apigateway-authorizer']);
}

function isHeaderScheme(scheme: Fields): boolean {
  return textAt(scheme, 'type') === 'apiKey' && textAt(scheme, 'in') === 'header';
}
