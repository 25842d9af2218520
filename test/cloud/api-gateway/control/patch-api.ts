// UpdateRestApi: one patch operation on what an API declares
// (docs.aws.amazon.com/apigateway/latest/api/patch-operations.html).
import type { Definition } from '../definition/definition.js';
import { MAX_COMPRESSION_SIZE } from '../definition/import-document.js';
import { badRequest } from '../refusals.js';
import type { Patch } from './members.js';

export function patchApi(definition: Definition, patch: Patch): Definition {
  const { op, path, value } = patch;
  if (path.startsWith('/binaryMediaTypes/')) return patchMediaTypes(definition, patch);
  switch (path) {
    case '/name':
      checkReplace(op);
      if (!value) throw badRequest('REST API name cannot be blank');
      return { ...definition, name: value };
    case '/description':
      if (op === 'remove') return { ...definition, description: undefined };
      checkReplace(op);
      return { ...definition, description: value };
    case '/minimumCompressionSize':
      checkReplace(op);
      return { ...definition, minimumCompressionSize: readSize(value) };
    default:
      throw badRequest(`Invalid patch path ${path}`);
  }
}

function checkReplace(op: string): void {
  if (op !== 'replace')
    throw badRequest('Invalid patch operation specified. Must be one of: [replace]');
}

function readSize(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const size = Number(value);
  if (Number.isInteger(size) && size >= 0 && size <= MAX_COMPRESSION_SIZE) return size;
  throw badRequest('Invalid minimum compression size, must be between 0 and 10485760');
}

/** The media type is in the path, with its slash as `~1`. */
function patchMediaTypes(definition: Definition, { op, path, value }: Patch): Definition {
  const named = path.slice('/binaryMediaTypes/'.length).replaceAll('~1', '/').replaceAll('~0', '~');
  const others = definition.binaryMediaTypes.filter((type) => type !== named);
  switch (op) {
    case 'add':
      return { ...definition, binaryMediaTypes: [...others, named] };
    case 'remove':
      return { ...definition, binaryMediaTypes: others };
    case 'replace':
      return { ...definition, binaryMediaTypes: [...others, value ?? named] };
    default:
      throw badRequest("Invalid patch operation specified. Must be 'add'|'remove'|'replace'");
  }
}
