// `x-amazon-apigateway-gateway-responses`: the responses for the gateway's own errors
// (docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
import { fieldsAt, isFields, textAt, textMapAt } from '../fields.js';
import type { Fields } from '../fields.js';
import type { GatewayResponse } from './definition.js';
import { isLiteral } from './import-integration.js';
import { unknownKey } from './import-problems.js';
import type { ImportProblems } from './import-problems.js';
import { templateProblem } from './mapping-template.js';

const TYPES: ReadonlySet<string> = new Set([
  'ACCESS_DENIED',
  'API_CONFIGURATION_ERROR',
  'AUTHORIZER_CONFIGURATION_ERROR',
  'AUTHORIZER_FAILURE',
  'BAD_REQUEST_BODY',
  'BAD_REQUEST_PARAMETERS',
  'DEFAULT_4XX',
  'DEFAULT_5XX',
  'EXPIRED_TOKEN',
  'INTEGRATION_FAILURE',
  'INTEGRATION_TIMEOUT',
  'INVALID_API_KEY',
  'INVALID_SIGNATURE',
  'MISSING_AUTHENTICATION_TOKEN',
  'QUOTA_EXCEEDED',
  'REQUEST_TOO_LARGE',
  'RESOURCE_NOT_FOUND',
  'THROTTLED',
  'UNAUTHORIZED',
  'UNSUPPORTED_MEDIA_TYPE',
  'WAF_FILTERED',
]);

const KEYS: ReadonlySet<string> = new Set([
  'statusCode',
  'responseParameters',
  'responseTemplates',
]);

export function importGatewayResponses(
  document: Fields,
  problems: ImportProblems,
): Readonly<Record<string, GatewayResponse>> {
  const declared = fieldsAt(document, 'x-amazon-apigateway-gateway-responses');
  return Object.fromEntries(
    Object.entries(declared).map(([type, value]) => {
      const response = isFields(value) ? value : {};
      const refuse = (reason: string) => {
        problems.add(`Unable to put gateway response '${type}': ${reason}`);
      };
      if (!TYPES.has(type)) refuse('Gateway response type is not valid');
      for (const key of Object.keys(response)) {
        if (!KEYS.has(key)) problems.add(unknownKey(`gateway response '${type}'`, key));
      }
      return [type, readResponse(response, refuse)];
    }),
  );
}

function readResponse(response: Fields, refuse: (reason: string) => void): GatewayResponse {
  const status = textAt(response, 'statusCode');
  if (status !== undefined && !/^[1-5]\d\d$/.test(status)) refuse(`Invalid status code ${status}`);
  const parameters = textMapAt(response, 'responseParameters');
  for (const [key, expression] of Object.entries(parameters)) {
    if (!/^gatewayresponse\.header\.[\w-]+$/.test(key)) {
      refuse(`Invalid mapping expression parameter specified: ${key}`);
    }
    if (!isLiteral(expression)) refuse(`Invalid mapping expression specified: ${expression}`);
  }
  const templates = textMapAt(response, 'responseTemplates');
  for (const template of Object.values(templates)) {
    const problem = templateProblem(template);
    if (problem !== undefined) refuse(problem);
  }
  return { statusCode: status === undefined ? undefined : Number(status), parameters, templates };
}
