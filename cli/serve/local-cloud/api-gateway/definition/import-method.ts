// Reads a method of a document: its parameters, responses, security and integration.
import { fieldsAt, isFields, textAt } from '../fields.js';
import type { Fields } from '../fields.js';
import type { Authorization, Method } from './definition.js';
import { importIntegration } from './import-integration.js';
import { unknownKey } from './import-problems.js';
import type { ImportProblems } from './import-problems.js';
import { isApiKeyScheme, isAuthorizerScheme, isIamScheme } from './security-schemes.js';

export type MethodPlace = {
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

export function importMethod(operation: Fields, place: MethodPlace): Method {
  checkKeys(operation, place);
  const responses = readResponses(operation);
  return {
    ...readSecurity(operation['security'] ?? place.security, place),
    operationName: textAt(operation, 'operationId'),
    requestParameters: readParameters(operation, place),
    responses,
    integration: importIntegration(operation['x-amazon-apigateway-integration'], responses, place),
  };
}

const KEYS: ReadonlySet<string> = new Set([
  'operationId',
  'summary',
  'description',
  'tags',
  'deprecated',
  'parameters',
  'requestBody',
  'responses',
  'security',
  'x-amazon-apigateway-integration',
]);

function checkKeys(operation: Fields, { name, path, problems }: MethodPlace): void {
  for (const key of Object.keys(operation)) {
    const isForeign = key.startsWith('x-') && !key.startsWith('x-amazon-');
    if (!KEYS.has(key) && !isForeign) problems.add(unknownKey(`'${name}' at path '${path}'`, key));
  }
}

const PLACES: Readonly<Record<string, string>> = {
  path: 'path',
  query: 'querystring',
  header: 'header',
};

function readParameters(operation: Fields, place: MethodPlace): Method['requestParameters'] {
  const parameters: Record<string, boolean> = {};
  const names = new Set<string>();
  for (const parameter of [...listOf(place.shared), ...listOf(operation['parameters'])]) {
    const name = textAt(parameter, 'name') ?? '';
    const where = PLACES[textAt(parameter, 'in') ?? ''];
    if (where === undefined) continue;
    const key = `method.request.${where}.${name}`;
    if (names.has(name) && !(key in parameters)) {
      refuse(place, 'Parameter names must be unique across querystring, header and path');
    }
    names.add(name);
    parameters[key] = where === 'path' || parameter['required'] === true;
  }
  return parameters;
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** Reads the method responses; `default` does not declare one. */
function readResponses(operation: Fields): Method['responses'] {
  const responses = Object.entries(fieldsAt(operation, 'responses'));
  return Object.fromEntries(
    responses
      .filter(([status]) => status !== 'default')
      .map(([status, response]) => [
        status,
        Object.keys(fieldsAt(isFields(response) ? response : {}, 'headers')),
      ]),
  );
}

function readSecurity(
  security: unknown,
  place: MethodPlace,
): Pick<Method, 'authorization' | 'apiKeyRequired'> {
  let authorization: Authorization = { kind: 'none' };
  let apiKeyRequired = false;
  for (const [name, asked] of listOf(security).flatMap((one) => Object.entries(one))) {
    const scheme = fieldsAt(place.schemes, name);
    if (isApiKeyScheme(scheme)) apiKeyRequired = true;
    else if (isIamScheme(scheme)) authorization = { kind: 'iam' };
    else if (isAuthorizerScheme(scheme)) {
      const scopes = Array.isArray(asked) ? asked.filter((one) => typeof one === 'string') : [];
      const authorizer = fieldsAt(scheme, 'x-amazon-apigateway-authorizer');
      if (scopes.length > 0 && textAt(authorizer, 'type') !== 'cognito_user_pools')
        refuse(place, 'Authorization scopes are only supported for COGNITO_USER_POOLS authorizers');
      authorization = { kind: 'authorizer', name, scopes };
    } else refuse(place, INVALID_AUTHORIZER);
  }
  return { authorization, apiKeyRequired };
}

const INVALID_AUTHORIZER =
  'Invalid authorizer ID specified. Setting the authorization type to CUSTOM or COGNITO_USER_POOLS requires a valid authorizer.';

function refuse({ name, path, problems }: MethodPlace, reason: string): void {
  problems.add(`Unable to put method '${name}' on resource at path '${path}': ${reason}`);
}
