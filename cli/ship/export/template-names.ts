// The names that resources have inside of a template. The same key always gives the same name, whatever else there is: a resource
// with another name would be made anew.
import { createHash } from 'node:crypto';
import { API_HANDLER } from '../../config/stage-config.js';

type Named = { readonly kind: string; readonly key?: string };

/** Letters and digits: `FunctionResize`. */
export function logicalId({ kind, key }: Named): string {
  return kind + (key === undefined ? '' : pascal(key));
}

/** A name of Terraform: `resize`; what there is only one of is called `this`. */
export function terraformName({ key }: Pick<Named, 'key'>): string {
  if (key === undefined) return 'this';
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key)
    ? key
    : `_${key.replaceAll(/[^A-Za-z0-9_-]/g, '_')}_${digest(key)}`;
}

/** The end tells keys apart that differ in what a logical id cannot have. */
function pascal(key: string): string {
  if (key === API_HANDLER) return 'ApiHandler';
  const words = key
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  const text = words.join('');
  const isPlain = /^[a-z][A-Za-z0-9]*$/.test(key) && text !== 'ApiHandler';
  return isPlain ? text : `${text}${digest(key)}`;
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 6);
}
