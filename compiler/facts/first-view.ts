// The first view that a module declares, for modules that are not evaluated when the application is loaded.
import { type Entity, traceExpression } from './entity.js';
import type { LoadedModule } from './module-graph.js';
import type { Use } from './module-record.js';
import type { Program } from './program.js';

type DeclaringUse = Use & { readonly kind: 'decorator' | 'apply' };

/** The first declaration of a view or function on an application of the program; undefined when the module has none. */
export function findFirstView(program: Program, module: LoadedModule): DeclaringUse | undefined {
  const isApp = (entity: Entity): boolean =>
    entity.kind === 'app' && program.graph.modules.has(entity.site.module.path);
  return module.record.uses.find((use): use is DeclaringUse => {
    if (use.kind !== 'decorator' && use.kind !== 'apply') return false;
    const { callee } = use.call;
    if (callee.type !== 'MemberExpression') return false;
    return isApp(traceExpression(program, module, callee.object));
  });
}
