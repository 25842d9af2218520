// How a message names the value that was found where another one belongs.
import type { StaticValue } from '../values/static-value.js';
import { code } from '../diagnostics/code-text.js';

/** `the number 5`, `a list`, `` a `CORSConfig` ``: ends a sentence that begins with "and this is". */
export function foundValue(value: StaticValue): string {
  switch (value.kind) {
    case 'string':
      return value.value === '' ? 'an empty text' : `the text ${code(value.value)}`;
    case 'number':
      return `the number ${code(String(value.value))}`;
    case 'boolean':
      return code(String(value.value));
    case 'list':
      return value.items.length === 0 ? 'an empty list' : 'a list';
    case 'object':
      return 'an object';
    case 'instance':
      return `${value.name === 'IAMAuthorizer' ? 'an' : 'a'} ${code(value.name)}`;
    case 'null':
    case 'undefined':
      return code(value.kind);
    case 'unknown':
      return 'not known';
  }
}
