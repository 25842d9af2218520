// The names of resources within a template. A key always gives the same name, whatever other resources there are, because a
// renamed resource would be created again.
import { createHash } from 'node:crypto';
import { capitalized } from '../../../compiler/free-names.js';
import { API_HANDLER } from '../../config/stage-config.js';

type Named = { readonly kind: string; readonly key?: string };

/** Letters and digits: `FunctionResize`. */
export function logicalId({ kind, key }: Named): string {
  return kind + (key === undefined ? '' : pascal(key));
}

/** The name of a Terraform resource: `resize`, or `this` for the only one of its type. */
export function terraformName({ key }: Pick<Named, 'key'>): string {
  if (key === undefined) return 'this';
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key)
    ? key
    : `_${key.replaceAll(/[^A-Za-z0-9_-]/g, '_')}_${digest(key)}`;
}

/** The digest at the end distinguishes keys that differ only in characters that a logical id cannot have. */
function pascal(key: string): string {
  if (key === API_HANDLER) return 'ApiHandler';
  const text = key
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');
  const isPlain = /^[a-z][A-Za-z0-9]*$/.test(key) && text !== 'ApiHandler';
  return isPlain ? text : `${text}${digest(key)}`;
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 6);
}
