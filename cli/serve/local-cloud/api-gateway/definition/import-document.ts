// Converts an OpenAPI 3.0 document to a definition, as ImportRestApi and PutRestApi do
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html).
import { fieldsAt, isFields, textAt, textsAt } from '../fields.js';
import type { Fields } from '../fields.js';
import { badRequest } from '../refusals.js';
import { RefusedCall } from '../../refused-call.js';
import type { Definition } from './definition.js';
import { importAuthorizers } from './import-authorizers.js';
import { importGatewayResponses } from './import-gateway-responses.js';
import { createImportProblems, unknownKey } from './import-problems.js';
import type { ImportProblems } from './import-problems.js';
import { INVALID_POLICY, isResourcePolicy } from './resource-policy.js';
import { importResources } from './import-resources.js';

/** docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
const MAX_DOCUMENT_BYTES = 6 * 1024 * 1024;
export const MAX_COMPRESSION_SIZE: number = 10 * 1024 * 1024;

/** The content of a document. The VPC endpoints are separate, because they belong to the API, not to a deployment. */
export type ImportedDocument = {
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

/** Merges definitions for `merge`: entries of the new definition win, and entries that exist only in the old one stay. */
export function mergeDefinitions(old: Definition, fresh: Definition): Definition {
  const resources = new Map(old.resources.map((resource) => [resource.path, resource]));
  for (const { path, methods } of fresh.resources) {
    resources.set(path, { path, methods: { ...resources.get(path)?.methods, ...methods } });
  }
  const authorizers = new Map([...old.authorizers, ...fresh.authorizers].map((a) => [a.name, a]));
  return {
    ...fresh,
    description: fresh.description ?? old.description,
    binaryMediaTypes: [...new Set([...old.binaryMediaTypes, ...fresh.binaryMediaTypes])],
    minimumCompressionSize: fresh.minimumCompressionSize ?? old.minimumCompressionSize,
    policy: fresh.policy ?? old.policy,
    resources: [...resources.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    authorizers: [...authorizers.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    gatewayResponses: { ...old.gatewayResponses, ...fresh.gatewayResponses },
  };
}

function readDocument(body: Buffer): Fields {
  if (body.length > MAX_DOCUMENT_BYTES) {
    throw new RefusedCall({
      status: 413,
      code: 'RequestEntityTooLargeException',
      message: `The document is larger than ${MAX_DOCUMENT_BYTES} bytes`,
    });
  }
  let document: unknown;
  try {
    document = JSON.parse(body.toString('utf8'));
  } catch {
    throw badRequest(INVALID_INPUT);
  }
  if (!isFields(document) || !isFields(document['paths'])) throw badRequest(INVALID_INPUT);
  const info = fieldsAt(document, 'info');
  const isVersion3 = /^3\.0\.\d+$/.test(textAt(document, 'openapi') ?? '');
  if (!isVersion3 || !textAt(info, 'title') || textAt(info, 'version') === undefined) {
    throw badRequest(INVALID_INPUT);
  }
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
    if (key.startsWith('x-amazon-') && !EXTENSIONS.has(key)) {
      problems.add(unknownKey('the document', key));
    }
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
  const [server] = Array.isArray(servers) ? servers.filter(isFields) : [];
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
