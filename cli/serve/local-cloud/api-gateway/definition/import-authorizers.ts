// The authorizers of a document: security schemes with `x-amazon-apigateway-authorizer`
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-authorizer.html).
import { fieldsAt, isFields, textAt, textsAt } from '../fields.js';
import type { Fields } from '../fields.js';
import type { Authorizer } from './definition.js';
import { isExpression } from './expression.js';
import { unknownKey } from './import-problems.js';
import type { ImportProblems } from './import-problems.js';
import { readInvocationUri } from './invocation-uri.js';
import { isApiKeyScheme, isAuthorizerScheme, isIamScheme } from './security-schemes.js';

/** docs.aws.amazon.com/apigateway/latest/developerguide/limits.html: authorizers per API. */
const MAX_AUTHORIZERS = 10;
const MAX_TTL = 3600;

export function importAuthorizers(
  schemes: Fields,
  problems: ImportProblems,
): readonly Authorizer[] {
  const authorizers = Object.entries(schemes).flatMap(([name, value]) => {
    const scheme = isFields(value) ? value : {};
    const refuse = (reason: string) => {
      problems.add(`Unable to create authorizer '${name}': ${reason}`);
    };
    checkScheme(name, scheme, problems);
    return isAuthorizerScheme(scheme) ? readAuthorizer(name, scheme, refuse) : [];
  });
  if (authorizers.length > MAX_AUTHORIZERS) {
    problems.add(
      `Unable to create authorizer '${authorizers[MAX_AUTHORIZERS]?.name ?? ''}': ${TOO_MANY}`,
    );
  }
  return authorizers.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const TOO_MANY =
  'Maximum number of authorizers for this API has been reached. Please contact AWS if you need additional authorizers.';

function checkScheme(name: string, scheme: Fields, problems: ImportProblems): void {
  if (!isApiKeyScheme(scheme) && !isIamScheme(scheme) && !isAuthorizerScheme(scheme)) {
    problems.add(`Unsupported security definition '${name}'`);
  }
  const known = SCHEME_KEYS;
  for (const key of Object.keys(scheme)) {
    if (!known.has(key)) problems.add(unknownKey(`security scheme '${name}'`, key));
  }
  for (const key of Object.keys(fieldsAt(scheme, 'x-amazon-apigateway-authorizer'))) {
    if (!AUTHORIZER_KEYS.has(key)) problems.add(unknownKey(`authorizer '${name}'`, key));
  }
}

const SCHEME_KEYS: ReadonlySet<string> = new Set([
  'type',
  'name',
  'in',
  'description',
  'x-amazon-apigateway-authtype',
  'x-amazon-apigateway-authorizer',
]);

const AUTHORIZER_KEYS: ReadonlySet<string> = new Set([
  'type',
  'authorizerUri',
  'authorizerResultTtlInSeconds',
  'identitySource',
  'identityValidationExpression',
  'providerARNs',
]);

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
      if (!(resultTtl >= 0 && resultTtl <= MAX_TTL)) {
        refuse('Authorizer result TTL must be between 0 and 3600 seconds');
      }
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

/** Returns the header of `identitySource`, which defaults to the header of the scheme. */
function readHeader(scheme: Fields, settings: Fields): string | undefined {
  const source = textAt(settings, 'identitySource');
  if (source === undefined) return textAt(scheme, 'name');
  return /^method\.request\.header\.([^,\s]+)$/.exec(source)?.[1];
}
