// What the files of a project answer does not change while it is compiled.
import type { SourceFiles } from './source-files.js';

/** The files for one compilation, of which several parts ask the same. Texts are kept by who provides the files. */
export function askedOnce(files: SourceFiles): SourceFiles {
  const { listFiles, realPath } = files;
  const lists = new Map<string, readonly string[]>();
  const paths = new Map<string, string>();
  return {
    ...files,
    ...(listFiles && { listFiles: (root) => known(lists, root, listFiles) }),
    ...(realPath && { realPath: (path) => known(paths, path, realPath) }),
  };
}

function known<Value>(
  values: Map<string, Value>,
  path: string,
  ask: (path: string) => Value,
): Value {
  let value = values.get(path);
  if (value === undefined) values.set(path, (value = ask(path)));
  return value;
}
