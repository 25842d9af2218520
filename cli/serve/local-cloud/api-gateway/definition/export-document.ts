// Writes a definition as an OpenAPI 3.0 document, as GetExport does. The document omits what the import ignored, and its keys
// are in the same order as in a recorded response.
import type { Fields } from '../fields.js';
import type {
  Authorizer,
  Definition,
  Integration,
  IntegrationResponse,
  Method,
} from './definition.js';

export type ExportOptions = {
  readonly apiId: string;
  readonly region: string;
  readonly stage: string;
  readonly version: string;
  readonly withIntegrations: boolean;
  /** True to include authorizers, binary types and gateway responses. */
  readonly withExtensions: boolean;
};

export function exportDefinition(definition: Definition, options: ExportOptions): Fields {
  const { apiId, region, stage, version } = options;
  const schemes = exportSchemes(definition, options);
  return {
    openapi: '3.0.1',
    info: {
      title: definition.name,
      ...(definition.description !== undefined && { description: definition.description }),
      version,
    },
    servers: [
      {
        url: `https://${apiId}.execute-api.${region}.amazonaws.com/{basePath}`,
        variables: { basePath: { default: stage } },
      },
    ],
    paths: exportPaths(definition, options),
    components: Object.keys(schemes).length > 0 ? { securitySchemes: schemes } : {},
    ...(options.withExtensions && exportExtensions(definition)),
  };
}

function exportPaths(definition: Definition, options: ExportOptions): Fields {
  return Object.fromEntries(
    definition.resources
      .filter(({ methods }) => Object.keys(methods).length > 0)
      .map(({ path, methods }) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([name, method]) => [
            name === 'ANY' ? 'x-amazon-apigateway-any-method' : name.toLowerCase(),
            exportMethod(path, method, options),
          ]),
        ),
      ]),
  );
}

/** Every path parameter is exported, whether it was declared or not. */
function exportMethod(path: string, method: Method, options: ExportOptions): Fields {
  const captures = [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = '']) => name);
  const others = Object.entries(method.requestParameters).flatMap(([key, required]) => {
    const [, location, name] = /^method\.request\.(querystring|header)\.(.+)$/.exec(key) ?? [];
    if (name === undefined) return [];
    const place = location === 'header' ? 'header' : 'query';
    return [{ name, in: place, ...(required && { required }), schema: { type: 'string' } }];
  });
  const parameters = [
    ...others,
    ...captures.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  ];
  const security = exportSecurity(method);
  const { integration, operationName } = method;
  return {
    ...(operationName !== undefined && { operationId: operationName }),
    ...(parameters.length > 0 && { parameters }),
    responses: exportResponses(method),
    ...(security.length > 0 && { security }),
    ...(integration &&
      options.withIntegrations && {
        'x-amazon-apigateway-integration': exportIntegration(integration),
      }),
  };
}

function exportResponses(method: Method): Fields {
  return Object.fromEntries(
    Object.entries(method.responses).map(([status, headers]) => [
      status,
      {
        description: `${status} response`,
        ...(headers.length > 0 && {
          headers: Object.fromEntries(
            headers.map((name) => [name, { schema: { type: 'string' } }]),
          ),
        }),
        content: {},
      },
    ]),
  );
}

function exportSecurity({ authorization, apiKeyRequired }: Method): readonly Fields[] {
  return [
    ...(authorization.kind === 'authorizer'
      ? [{ [authorization.name]: authorization.scopes }]
      : []),
    ...(authorization.kind === 'iam' ? [{ sigv4: [] }] : []),
    ...(apiKeyRequired ? [{ api_key: [] }] : []),
  ];
}

function exportIntegration(integration: Integration): Fields {
  const { requestTemplates, responses, passthrough, contentHandling, timeout } = integration;
  return {
    type: integration.kind === 'lambda' ? 'aws_proxy' : 'mock',
    ...(integration.kind === 'lambda' && {
      httpMethod: integration.httpMethod,
      uri: integration.uri,
      ...(integration.mode === 'STREAM' && { responseTransferMode: integration.mode }),
    }),
    ...(responses.length > 0 && {
      responses: Object.fromEntries(
        responses.map(({ pattern = 'default', statusCode, parameters, templates }) => [
          pattern,
          { statusCode, ...exportTemplates({ parameters, templates }) },
        ]),
      ),
    }),
    ...(Object.keys(requestTemplates).length > 0 && { requestTemplates }),
    passthroughBehavior: passthrough.toLowerCase(),
    ...(contentHandling && { contentHandling }),
    ...(timeout !== 29_000 && { timeoutInMillis: timeout }),
  };
}

type Templates = Pick<IntegrationResponse, 'parameters' | 'templates'>;

function exportTemplates({ parameters, templates }: Templates): Fields {
  return {
    ...(Object.keys(parameters).length > 0 && { responseParameters: parameters }),
    ...(Object.keys(templates).length > 0 && { responseTemplates: templates }),
  };
}

/**
 * Exports the schemes for API keys and signatures under the service's own names instead of the names in the imported document.
 */
function exportSchemes(definition: Definition, { withExtensions }: ExportOptions): Fields {
  const methods = definition.resources.flatMap((resource) => Object.values(resource.methods));
  return {
    ...Object.fromEntries(
      definition.authorizers.map((authorizer) => [
        authorizer.name,
        exportAuthorizer(authorizer, withExtensions),
      ]),
    ),
    ...(methods.some(({ authorization }) => authorization.kind === 'iam') && {
      sigv4: {
        type: 'apiKey',
        name: 'Authorization',
        in: 'header',
        ...(withExtensions && { 'x-amazon-apigateway-authtype': 'awsSigv4' }),
      },
    }),
    ...(methods.some(({ apiKeyRequired }) => apiKeyRequired) && {
      api_key: { type: 'apiKey', name: 'x-api-key', in: 'header' },
    }),
  };
}

function exportAuthorizer(authorizer: Authorizer, withExtensions: boolean): Fields {
  const scheme = { type: 'apiKey', name: authorizer.header, in: 'header' };
  if (!withExtensions) return scheme;
  if (authorizer.kind === 'userPool')
    return {
      ...scheme,
      'x-amazon-apigateway-authtype': 'cognito_user_pools',
      'x-amazon-apigateway-authorizer': {
        providerARNs: authorizer.providerArns,
        type: 'cognito_user_pools',
      },
    };
  const { uri, resultTtl, validation } = authorizer;
  return {
    ...scheme,
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      authorizerUri: uri,
      authorizerResultTtlInSeconds: resultTtl,
      ...(validation !== undefined && { identityValidationExpression: validation }),
      type: 'token',
    },
  };
}

function exportExtensions(definition: Definition): Fields {
  const { binaryMediaTypes, gatewayResponses, minimumCompressionSize, policy } = definition;
  return {
    ...(Object.keys(gatewayResponses).length > 0 && {
      'x-amazon-apigateway-gateway-responses': Object.fromEntries(
        Object.entries(gatewayResponses).map(([type, { statusCode, parameters, templates }]) => [
          type,
          {
            ...(statusCode !== undefined && { statusCode: String(statusCode) }),
            ...exportTemplates({ parameters, templates }),
          },
        ]),
      ),
    }),
    ...(minimumCompressionSize !== undefined && {
      'x-amazon-apigateway-minimum-compression-size': minimumCompressionSize,
    }),
    ...(policy !== undefined && { 'x-amazon-apigateway-policy': JSON.parse(policy) as unknown }),
    ...(binaryMediaTypes.length > 0 && {
      'x-amazon-apigateway-binary-media-types': binaryMediaTypes,
    }),
  };
}
