// Converts an OpenAPI 3.0 document to a definition, as ImportRestApi and PutRestApi do
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html).
import { isMapping, mappingOf, parseJson } from '../../../../../compiler/json-values.js';
import { type Fields, badRequest, fieldsAt, textAt, textMapAt, textsAt } from '../fields.js';
import { RefusedCall } from '../../service.js';
import {
  type Definition,
  type GatewayResponse,
  INVALID_POLICY,
  type ImportProblems,
  type Resource,
  createImportProblems,
  isResourcePolicy,
  unknownKey,
} from './definition.js';
import { importAuthorizers, importMethod, isLiteral, readTemplates } from './import-method.js';

/** docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const MAX_DOCUMENT_BYTES = 6 * 1024 * 1024;
export const MAX_COMPRESSION_SIZE: number = 10 * 1024 * 1024;

/** The content of a document. The VPC endpoints are separate, because they belong to the API rather than to a deployment. */
type ImportedDocument = {
  readonly definition: Definition;
  readonly vpcEndpointIds: readonly string[];
};

export function importDocument(body: Buffer): ImportedDocument {
  const document = readDocument(body);
  const problems = createImportProblems();
  checkExtensions(document, problems);
  const info = fieldsAt(document, 'info');
  const schemes = fieldsAt(fieldsAt(document, 'components'), 'securitySchemes');
  const authorizers = importAuthorizers(schemes, problems);
  const definition: Definition = {
    name: textAt(info, 'title') ?? '',
    description: textAt(info, 'description'),
    version: textAt(info, 'version'),
    binaryMediaTypes: textsAt(document, 'x-amazon-apigateway-binary-media-types'),
    minimumCompressionSize: readCompression(document, problems),
    policy: readPolicy(document, problems),
    resources: importResources(document, schemes, problems),
    authorizers,
    gatewayResponses: importGatewayResponses(document, problems),
  };
  const vpcEndpointIds = readEndpoints(document);
  problems.check();
  return { definition, vpcEndpointIds };
}

function readDocument(body: Buffer): Fields {
  if (body.length > MAX_DOCUMENT_BYTES) {
    const message = `The document is larger than ${MAX_DOCUMENT_BYTES} bytes`;
    throw new RefusedCall({ status: 413, code: 'RequestEntityTooLargeException', message });
  }
  const document = parseJson(body.toString('utf8'));
  if (!isMapping(document) || !isMapping(document['paths'])) throw badRequest(INVALID_INPUT);
  const info = fieldsAt(document, 'info');
  const isVersion3 = /^3\.0\.\d+$/.test(textAt(document, 'openapi') ?? '');
  if (!isVersion3 || !textAt(info, 'title') || textAt(info, 'version') === undefined)
    throw badRequest(INVALID_INPUT);
  return document;
}

const INVALID_INPUT = 'Invalid OpenAPI input.';

const EXTENSIONS: ReadonlySet<string> = new Set([
  'x-amazon-apigateway-binary-media-types',
  'x-amazon-apigateway-gateway-responses',
  'x-amazon-apigateway-minimum-compression-size',
  'x-amazon-apigateway-policy',
]);

function checkExtensions(document: Fields, problems: ImportProblems): void {
  for (const key of Object.keys(document)) {
    if (key.startsWith('x-amazon-') && !EXTENSIONS.has(key))
      problems.add(unknownKey('the document', key));
  }
}

function readPolicy(document: Fields, problems: ImportProblems): string | undefined {
  const policy = document['x-amazon-apigateway-policy'];
  if (policy === undefined) return undefined;
  if (isResourcePolicy(policy)) return JSON.stringify(policy);
  problems.add(INVALID_POLICY);
  return undefined;
}

function readEndpoints(document: Fields): readonly string[] {
  const servers = document['servers'];
  const [server] = Array.isArray(servers) ? servers.filter(isMapping) : [];
  const configuration = fieldsAt(server ?? {}, 'x-amazon-apigateway-endpoint-configuration');
  return textsAt(configuration, 'vpcEndpointIds');
}

function readCompression(document: Fields, problems: ImportProblems): number | undefined {
  const value = document['x-amazon-apigateway-minimum-compression-size'];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= 0 && value <= MAX_COMPRESSION_SIZE) return value;
  problems.add('Invalid minimum compression size, must be between 0 and 10485760');
  return undefined;
}

// `x-amazon-apigateway-gateway-responses`: the responses for the gateway's own errors
// (docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).

const TYPES: ReadonlySet<string> = new Set(
  `ACCESS_DENIED API_CONFIGURATION_ERROR AUTHORIZER_CONFIGURATION_ERROR AUTHORIZER_FAILURE
  BAD_REQUEST_BODY BAD_REQUEST_PARAMETERS DEFAULT_4XX DEFAULT_5XX EXPIRED_TOKEN
  INTEGRATION_FAILURE INTEGRATION_TIMEOUT INVALID_API_KEY INVALID_SIGNATURE
  MISSING_AUTHENTICATION_TOKEN QUOTA_EXCEEDED REQUEST_TOO_LARGE RESOURCE_NOT_FOUND
  THROTTLED UNAUTHORIZED UNSUPPORTED_MEDIA_TYPE WAF_FILTERED`.split(/\s+/),
);

const KEYS: ReadonlySet<string> = new Set(
  'statusCode responseParameters responseTemplates'.split(' '),
);

function importGatewayResponses(
  document: Fields,
  problems: ImportProblems,
): Readonly<Record<string, GatewayResponse>> {
  const declared = fieldsAt(document, 'x-amazon-apigateway-gateway-responses');
  return Object.fromEntries(
    Object.entries(declared).map(([type, value]) => {
      const response = mappingOf(value);
      const refuse = (reason: string) =>
        problems.add(`Unable to put gateway response '${type}': ${reason}`);
      if (!TYPES.has(type)) refuse('Gateway response type is not valid');
      problems.checkKeys(`gateway response '${type}'`, response, KEYS);
      return [type, readResponse(response, refuse)];
    }),
  );
}

function readResponse(response: Fields, refuse: (reason: string) => void): GatewayResponse {
  const status = textAt(response, 'statusCode');
  if (status !== undefined && !/^[1-5]\d\d$/.test(status)) refuse(`Invalid status code ${status}`);
  const parameters = textMapAt(response, 'responseParameters');
  for (const [key, expression] of Object.entries(parameters)) {
    if (!/^gatewayresponse\.header\.[\w-]+$/.test(key))
      refuse(`Invalid mapping expression parameter specified: ${key}`);
    if (!isLiteral(expression)) refuse(`Invalid mapping expression specified: ${expression}`);
  }
  const templates = readTemplates(response, 'responseTemplates', refuse);
  return { statusCode: status === undefined ? undefined : Number(status), parameters, templates };
}

/** docs.aws.amazon.com/apigateway/latest/developerguide/limits.html: resources per REST API, including the root. */
const MAX_RESOURCES = 300;

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  put: 'PUT',
  post: 'POST',
  delete: 'DELETE',
  options: 'OPTIONS',
  head: 'HEAD',
  patch: 'PATCH',
  'x-amazon-apigateway-any-method': 'ANY',
};

/** The keys of a path item other than its methods. */
const ITEM_KEYS: ReadonlySet<string> = new Set(['summary', 'description', 'parameters', 'servers']);

function importResources(
  document: Fields,
  schemes: Fields,
  problems: ImportProblems,
): readonly Resource[] {
  const resources = new Map<string, Resource>([['/', { path: '/', methods: {} }]]);
  const captures = new Map<string, string>();
  const paths = fieldsAt(document, 'paths');
  for (const [path, item] of Object.entries(paths)) {
    if (!addResources(path, { resources, captures, problems })) continue;
    const methods = readItem(mappingOf(item), { path, document, schemes, problems });
    resources.set(path, { path, methods });
  }
  return [...resources.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

type Tree = {
  readonly resources: Map<string, Resource>;
  /** By path, the name of the path parameter below it. */
  readonly captures: Map<string, string>;
  readonly problems: ImportProblems;
};

/** Adds the resources of a path. Returns false if one of them is rejected. */
function addResources(path: string, { resources, captures, problems }: Tree): boolean {
  if (path === '/') return true;
  let parent = '';
  for (const part of path.slice(1).split('/')) {
    const current = `${parent}/${part}`;
    const refuse = (reason: string) => {
      problems.add(`Unable to create resource at path '${current}': ${reason}`);
      return false;
    };
    if (!path.startsWith('/') || !PART.test(part)) return refuse(INVALID_PART);
    if (parent.endsWith('+}')) return refuse(`${BELOW_GREEDY}: ${parent.split('/').pop() ?? ''}`);
    if (part.startsWith('{')) {
      const sibling = captures.get(parent);
      if (sibling !== undefined && sibling !== part)
        return refuse(
          `A sibling (${sibling}) of this resource already has a variable path part -- only one is allowed`,
        );
      captures.set(parent, part);
    }
    if (!resources.has(current)) {
      if (resources.size >= MAX_RESOURCES) return refuse(TOO_MANY);
      resources.set(current, { path: current, methods: {} });
    }
    parent = current;
  }
  return true;
}

const PART = /^(?:[a-zA-Z0-9._-]+|\{[a-zA-Z0-9._-]+\+?\})$/;
const INVALID_PART =
  "Resource's path part only allow a-zA-Z0-9._- or a valid greedy path variable and curly braces at the beginning and the end.";
const BELOW_GREEDY = 'Cannot create a child of a resource with a greedy path variable';
const TOO_MANY =
  'Maximum number of resources for this API has been reached. Please contact AWS if you need additional resources.';

type ImportContext = {
  readonly path: string;
  readonly document: Fields;
  readonly schemes: Fields;
  readonly problems: ImportProblems;
};

function readItem(
  item: Fields,
  { path, document, schemes, problems }: ImportContext,
): Resource['methods'] {
  const methods: Record<string, Resource['methods'][string]> = {};
  for (const [key, operation] of Object.entries(item)) {
    const name = METHODS[key];
    if (name === undefined) {
      const isForeign = key.startsWith('x-') && !key.startsWith('x-amazon-');
      if (!ITEM_KEYS.has(key) && !isForeign) problems.add(unknownKey(`path '${path}'`, key));
      continue;
    }
    methods[name] = importMethod(mappingOf(operation), {
      name,
      path,
      shared: item['parameters'],
      security: document['security'],
      schemes,
      problems,
    });
  }
  return methods;
}
