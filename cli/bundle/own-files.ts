// Makes a pattern for the project's own files that esbuild matches by itself. Calling our plugin for each of the
// thousands of files in node_modules would cost more than bundling them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Matches the files in the project's directory outside its `node_modules`, and the paths given. */
export function ownFiles(root: string, paths: readonly string[]): RegExp {
  const entries = readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== '.git')
    .map((entry) => escaped(join(root, entry.name)) + (entry.isDirectory() ? '[\\\\/].*' : ''))
    .sort();
  const outside = paths.filter((path) => !path.startsWith(join(root, '/'))).map(escaped);
  return new RegExp(`^(?:${[...entries, ...outside].join('|')})$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
