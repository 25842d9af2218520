// Describes an application to its callers. It is separate from the compiler, so that checks and builds need not load the call
// analysis.
import type { Manifest } from '../runtime/contract/manifest.js';
import type { ApiDescription } from './api/api-description.js';
import { describeApi } from './api/describe-api.js';
import type { AppSource } from './compile-app.js';
import type { SourceFiles } from './modules/source-files.js';
import { scanWholeModule } from './facts/scan-module.js';
import { analyseApp } from './policy/analysis/find-sdk-uses.js';
import { createTypeReader } from './types/read-type.js';
import { createTypeModules } from './types/type-modules.js';

/** Returns the description of a compiled application. */
export function describeApp(
  { root, graph, readFacts, loadModule, loadPath }: AppSource,
  { files, manifest }: { readonly files: SourceFiles; readonly manifest: Manifest },
): ApiDescription {
  const facts = readFacts();
  const analysis = analyseApp({
    graph,
    environments: [{}],
    readText: files.readText,
    views: () => new Map(facts.views.map(({ at }) => positionKey(at))),
    readWhole: ({ record, file }) => scanWholeModule(record.source.text, file),
    loadTypes: loadModule,
  });
  const load = createTypeModules({ root, graph: analysis.program.graph, files, load: loadPath });
  const types = createTypeReader({ load });
  return describeApi({
    facts,
    manifest,
    analysis,
    readType: (module, node) => {
      const { type, problems } = types.read({ module, node }, 'answer');
      return { type, isRead: problems.length === 0 };
    },
    readAnswers: (module, node) => types.answers({ module, node }),
    readInput: (module, node) => types.read({ module, node }, 'input').type,
    typeNotes: types.notes,
    definitions: () => types.definitions,
  });
}

/** Returns a declaration's key and, as its only name, the key itself, because each declaration counts as a separate view. */
function positionKey({
  file,
  start,
}: {
  readonly file: string;
  readonly start: number;
}): [string, readonly string[]] {
  const key = `${file}:${String(start)}`;
  return [key, [key]];
}
