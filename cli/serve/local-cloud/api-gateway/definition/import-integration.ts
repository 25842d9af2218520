// The integration of a method: a Lambda proxy or a mock
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html).
import { fieldsAt, isFields, textAt, textMapAt } from '../fields.js';
import type { Fields } from '../fields.js';
import type { Integration, IntegrationResponse, Method } from './definition.js';
import { isExpression } from './expression.js';
import type { MethodPlace } from './import-method.js';
import { unknownKey } from './import-problems.js';
import { invocationUriProblem, readInvocationUri, type TransferMode } from './invocation-uri.js';
import { templateProblem } from './mapping-template.js';

const KEYS: ReadonlySet<string> = new Set([
  'type',
  'uri',
  'httpMethod',
  'passthroughBehavior',
  'contentHandling',
  'timeoutInMillis',
  'responseTransferMode',
  'requestTemplates',
  'responses',
]);

/** The default timeout of a buffered integration, in milliseconds. */
const DEFAULT_TIMEOUT = 29_000;
/** github.com/hashicorp/terraform-provider-aws/pull/45482 */
const MAX_TIMEOUT: Readonly<Record<TransferMode, number>> = { BUFFERED: 29_000, STREAM: 900_000 };
const MIN_TIMEOUT = 50;

export function importIntegration(
  value: unknown,
  declared: Method['responses'],
  place: MethodPlace,
): Integration | undefined {
  if (!isFields(value)) return undefined;
  const refuse = (reason: string) => {
    const { name, path, problems } = place;
    problems.add(
      `Unable to put integration on '${name}' for resource at path '${path}': ${reason}`,
    );
  };
  const where = `the integration of '${place.name}' at path '${place.path}'`;
  for (const key of Object.keys(value)) {
    if (!KEYS.has(key)) place.problems.add(unknownKey(where, key));
  }
  const mode = oneOf(value, 'responseTransferMode', MODES) ?? 'BUFFERED';
  const shared = {
    passthrough: oneOf(value, 'passthroughBehavior', PASSTHROUGH) ?? 'WHEN_NO_MATCH',
    contentHandling: oneOf(value, 'contentHandling', HANDLING),
    timeout: readTimeout(value, mode, refuse),
    requestTemplates: readTemplates(value, 'requestTemplates', refuse),
    responses: readResponses(value, declared, place),
  } as const;
  for (const [key, names] of [
    ['passthroughBehavior', PASSTHROUGH],
    ['contentHandling', HANDLING],
    ['responseTransferMode', MODES],
  ] as const) {
    if (value[key] !== undefined && oneOf<string>(value, key, names) === undefined) {
      refuse(`Invalid ${key} specified: ${JSON.stringify(value[key])}`);
    }
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
        `Integrations of type '${textAt(value, 'type') ?? ''}' are not served by this test cloud`,
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

function readTemplates(
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
  place: MethodPlace,
): readonly IntegrationResponse[] {
  const { name, path, problems } = place;
  return Object.entries(fieldsAt(integration, 'responses')).map(([pattern, value]) => {
    const response = isFields(value) ? value : {};
    const refuse = (reason: string) => {
      problems.add(
        `Unable to put integration response on '${name}' for resource at path '${path}': ${reason}`,
      );
    };
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

/**
 * Checks response parameters: a header must be declared in the method response of the same status, and its value must be a
 * literal in single quotes.
 */
function checkParameters(
  parameters: Readonly<Record<string, string>>,
  headers: readonly string[] | undefined,
  refuse: (reason: string) => void,
): void {
  const invalid = (error: string) => {
    refuse(
      `Invalid mapping expression specified: Validation Result: warnings : [], errors : [${error}]`,
    );
  };
  if (!headers && Object.keys(parameters).length > 0) {
    invalid('No method response exists for method.');
    return;
  }
  for (const [key, expression] of Object.entries(parameters)) {
    const header = /^method\.response\.header\.(.+)$/.exec(key)?.[1];
    if (header === undefined || !headers?.includes(header)) {
      invalid(`Invalid mapping expression parameter specified: ${key}`);
    }
    if (!isLiteral(expression)) invalid(`Invalid mapping expression specified: ${expression}`);
  }
}

/** True for a text in single quotes. The text cannot contain a single quote. */
export function isLiteral(expression: string): boolean {
  return /^'[^']*'$/.test(expression);
}
