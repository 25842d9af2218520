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

export function describeApp(
  { root, graph, readFacts, loadModule, loadPath }: AppSource,
  { files, manifest }: { readonly files: SourceFiles; readonly manifest: Manifest },
): ApiDescription {
  const facts = readFacts();
  const analysis = analyseApp({
    graph,
    environments: [{}],
    readText: files.readText,
    // Each declaration counts as a separate view, with its position as its key and its only name.
    views: () =>
      new Map<string, readonly string[]>(
        facts.views.map(({ at }) => {
          const key = `${at.file}:${String(at.start)}`;
          return [key, [key]];
        }),
      ),
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
