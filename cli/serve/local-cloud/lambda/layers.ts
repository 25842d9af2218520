// Layers and tracing of a function. docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
import { checkMembers, type Members, textOf, textsOf } from './members.js';
import type { FunctionBook } from './function-book.js';
import { accessDenied, failed, invalidParameter, validation } from './refusals.js';

const MOST = 5;
const PATTERN =
  /^arn:[a-zA-Z0-9-]+:lambda:([a-zA-Z0-9-]+):(\d{12}):layer:([a-zA-Z0-9-_]+):([0-9]+)$/;
const RULE =
  'Member must satisfy constraint: [Member must satisfy regular expression pattern: (arn:[a-zA-Z0-9-]+:lambda:[a-zA-Z0-9-]+:\\d{12}:layer:[a-zA-Z0-9-_]+:[0-9]+)|(arn:[a-zA-Z0-9-]+:lambda:::awslayer:[a-zA-Z0-9-_]+)]';

export function readLayers(members: Members): readonly string[] | undefined {
  const layers = textsOf(members, 'Layers');
  if (layers === undefined) return undefined;
  if (layers.some((arn) => !PATTERN.test(arn)))
    throw validation([failed(`[${layers.join(', ')}]`, 'layers', RULE)]);
  if (layers.length > MOST) throw invalidParameter(`Cannot reference more than ${MOST} layers.`);
  const names = layers.map((arn) => arn.slice(0, arn.lastIndexOf(':')));
  if (new Set(names).size < names.length)
    throw invalidParameter(
      'Two different versions of the same layer are not allowed to be referenced in the same function.',
    );
  return layers;
}

/**
 * Checks layer ARNs. No layers are stored here: every layer exists except version 0. The caller must be allowed to read a layer
 * that it adds to a function, and the account of zeros shares none.
 */
export function checkLayers(book: FunctionBook, layers: readonly string[]): void {
  for (const arn of layers) {
    const [, region = '', account = '', , version] = PATTERN.exec(arn) ?? [];
    if (region !== book.region)
      throw invalidParameter(
        `Layers are not in the same region as the function. Layers are expected to be in region ${book.region}.`,
      );
    const denial = book.caller.denial({ action: 'lambda:GetLayerVersion', resource: arn });
    if (denial !== undefined) throw accessDenied(denial);
    if (/^0+$/.test(account))
      throw accessDenied(
        `User is not authorized to perform: lambda:GetLayerVersion on resource: ${arn} because no resource-based policy allows the lambda:GetLayerVersion action`,
      );
    if (version === '0') throw invalidParameter(`Layer version ${arn} does not exist.`);
  }
}

export function readTracing(members: Members): 'Active' | 'PassThrough' | undefined {
  if (members['TracingConfig'] === undefined) return undefined;
  const mode = textOf(checkMembers(members['TracingConfig'], { Mode: 'text' }), 'Mode');
  if (mode === 'Active' || mode === 'PassThrough') return mode;
  const rule = 'Member must satisfy enum value set: [Active, PassThrough]';
  throw validation([failed(mode ?? null, 'tracingConfig.mode', rule)]);
}
