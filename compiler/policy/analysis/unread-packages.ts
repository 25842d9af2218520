// Linked packages without source in the project, whose calls cannot be seen.
import { relativePath, type ModuleGraph } from '../../facts/module-graph.js';
import type { UnresolvedUse } from '../sdk-use.js';

export function findUnread({ modules }: ModuleGraph): readonly UnresolvedUse[] {
  return [...modules.values()].flatMap(({ path, file, record, resolve }) =>
    record.requests.flatMap(({ specifier, at, when }): readonly UnresolvedUse[] => {
      const target = when === 'types' ? undefined : resolve(specifier);
      if (target?.kind !== 'package' || target.unread === undefined) return [];
      const root = path.endsWith(`/${file}`) ? path.slice(0, -file.length - 1) : undefined;
      const directory = root === undefined ? target.unread : relativePath(root, target.unread);
      return [{ kind: 'unread-link', package: specifier, directory, at: record.source.spanOf(at) }];
    }),
  );
}
