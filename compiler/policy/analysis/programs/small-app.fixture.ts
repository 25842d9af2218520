// Parses a small application from one text that contains the files of a project, each after a line `-- name --`; the first file
// is app.ts.
import { createCompiler } from '../../../compile-app.js';
import { readSdkUses, type SdkUsesOptions } from '../../../sdk-uses.js';
import type { InputValue, SdkUses } from '../../sdk-use.js';

type Variables = Readonly<Record<string, string>>;

export type AnalyseOptions = Pick<SdkUsesOptions, 'measure' | 'limits'>;

export function analyse(
  text: string,
  environments: readonly Variables[] = [{}],
  options: AnalyseOptions = {},
): SdkUses {
  const files = readFiles(text);
  return readSdkUses(createCompiler(), {
    root: '/app',
    files: { readText: (path) => files.get(path), isFile: (path) => files.has(path) },
    environments,
    ...options,
  });
}

function readFiles(text: string): Map<string, string> {
  const [first = '', ...rest] = text.split(/^ *-- (\S+) --$/m);
  const files = new Map([['/app/app.ts', first]]);
  for (let index = 0; index + 1 < rest.length; index += 2) {
    files.set(`/app/${rest[index] ?? ''}`, rest[index + 1] ?? '');
  }
  return files;
}

/** Prints each use on one line: package, kind, name, and what is known about the call's inputs. */
export function show(
  text: string,
  environments?: readonly Variables[],
  options?: AnalyseOptions,
): string {
  const { uses, unresolved } = analyse(text, environments, options);
  const lines = uses.map(({ kind, package: name, name: operation, inputs }) => {
    const short = name
      .replace(/^@aws-sdk\/(?:client-)?/, '')
      .replace('@aws-lambda-powertools/', '');
    const known = [...new Set(inputs.map(showValue))].join(' or ');
    return `${short} ${kind} ${operation}(${known === '?' ? '' : known})`;
  });
  const notes = unresolved.map((seen) => {
    switch (seen.kind) {
      case 'computed-operation':
        return `computed ${seen.text} of ${seen.package}`;
      case 'foreign-package':
        return `${seen.client} given to ${seen.package}`;
      case 'computed-import':
        return `computed ${seen.text}`;
      case 'unread-link':
        return `unread ${seen.package} in ${seen.directory}`;
      case 'entangled':
        return `entangled ${seen.file}`;
      case 'guessed-receiver':
        return `guessed ${seen.text} of ${seen.packages.join(', ')}`;
    }
  });
  return [...lines, ...notes].join('\n');
}

/** Prints a value as code, with `?` for unknown parts and `...` if there may be more of them. */
function showValue(value: InputValue): string {
  switch (value.kind) {
    case 'text':
      return value.values
        .map((pattern) => JSON.stringify(pattern.map((piece) => piece ?? '*').join('')))
        .join('|');
    case 'object': {
      const entries = Object.entries(value.entries).map(
        ([key, entry]) => `${key}: ${showValue(entry)}`,
      );
      return `{ ${[...entries, ...(value.isOpen ? ['...'] : [])].join(', ')} }`;
    }
    case 'list':
      return `[${[...value.items.map(showValue), ...(value.isOpen ? ['...'] : [])].join(', ')}]`;
    case 'other':
      return String(value.value);
    case 'absent':
      return '-';
    case 'unknown':
      return '?';
  }
}
