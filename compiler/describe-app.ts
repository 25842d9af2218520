// Describes an application to its callers. It is not part of the compiler, so that checks and builds need not load the
// analysis of its calls.
import type { Manifest } from '../runtime/contract/manifest.js';
import type { ApiDescription } from './api/api-description.js';
import { describeApi } from './api/describe-api.js';
import type { CompileOptions, Compiler } from './compile-app.js';
import { scanWholeModule } from './facts/scan-module.js';
import { analyseApp } from './policy/analysis/find-sdk-uses.js';
import { createTypeReader } from './types/read-type.js';
import { createTypeModules } from './types/type-modules.js';

/** The description of an application of which the compiler may have read the modules already. */
export function describeApp(
  compiler: Compiler,
  options: CompileOptions & { readonly manifest: Manifest },
): ApiDescription | undefined {
  const source = compiler.readSource(options);
  if (!source) return undefined;
  const { graph, readFacts, loadModule, loadPath } = source;
  const { files } = options;
  const facts = readFacts();
  const analysis = analyseApp({
    graph,
    environments: [{}],
    readText: files.readText,
    views: () => new Map(facts.views.map(({ at }) => placeOf(at))),
    readWhole: ({ record, file }) => scanWholeModule(record.source.text, file),
    loadTypes: loadModule,
  });
  const load = createTypeModules({ graph: analysis.program.graph, files, load: loadPath });
  const types = createTypeReader({ load });
  return describeApi({
    facts,
    manifest: options.manifest,
    analysis,
    readType: (module, node) => {
      const { type, problems } = types.read({ module, node }, 'answer');
      return { type, isRead: problems.length === 0 };
    },
    readInput: (module, node) => types.read({ module, node }, 'input').type,
    typeNotes: types.notes,
    definitions: () => types.definitions,
  });
}

/** Every declaration is a view of its own. */
function placeOf({
  file,
  start,
}: {
  readonly file: string;
  readonly start: number;
}): [string, readonly string[]] {
  const key = `${file}:${String(start)}`;
  return [key, [key]];
}
