// Namespaces as modules: types are asked of both in the same way.
import type { LoadedModule } from '../facts/module-graph.js';
import type { ModuleExport } from '../facts/module-record.js';
import type { ModuleItem } from '../syntax/tree.js';
import { declaredNames } from './declared-names.js';
import { declarationOf, type NamespaceNode } from './type-node.js';

const NAMESPACES = new WeakMap<LoadedModule, Map<string, LoadedModule>>();
const AROUND = new WeakMap<
  LoadedModule,
  { readonly module: LoadedModule; readonly name: string }
>();

/** The module or namespace around a namespace; undefined for a module. */
export function aroundOf(module: LoadedModule): LoadedModule | undefined {
  return AROUND.get(module)?.module;
}

/** The names of a namespace and of those around it, the outermost first, each with what it is in; empty for a module. */
export function namespacesOf(
  module: LoadedModule,
): readonly { readonly module: LoadedModule; readonly name: string }[] {
  const around = AROUND.get(module);
  return around ? [...namespacesOf(around.module), around] : [];
}

/** All declarations of a namespace as if they were a module. */
export function namespaceIn(module: LoadedModule, name: string): LoadedModule | undefined {
  const nodes = declaredNames(module.record).namespaces.get(name);
  if (!nodes) return undefined;
  let known = NAMESPACES.get(module);
  if (!known) NAMESPACES.set(module, (known = new Map<string, LoadedModule>()));
  let made = known.get(name);
  if (made) return made;
  const typeItems = nodes.flatMap((node) => itemsOf(node, isAmbient(module)));
  const exports = new Map<string, ModuleExport>();
  for (const item of typeItems) {
    const declared = item.type === 'ExportDeclaration' && declarationOf(item);
    if (declared && declared.type === 'TsEnumDeclaration')
      exports.set(declared.id.value, { kind: 'local', name: declared.id });
  }
  made = {
    ...module,
    path: `${module.path}#${name}`,
    file: `${module.file}#${name}`,
    record: { ...module.record, typeItems, exports, starExports: [] },
  };
  known.set(name, made);
  AROUND.set(made, { module, name });
  return made;
}

/** Whether all of a module is a declaration without values. */
function isAmbient({ path }: LoadedModule): boolean {
  return /\.d\.[cm]?ts(?:#|$)/.test(path);
}

function itemsOf({ body, declare }: NamespaceNode, isAround: boolean): readonly ModuleItem[] {
  if (!body) return [];
  const isDeclared = isAround || declare;
  if (body.type === 'TsNamespaceDeclaration') {
    const inner = { ...body, type: 'TsModuleDeclaration', declare: isDeclared };
    return [inner as unknown as ModuleItem]; // because swc has another type for the inner names of `N.M`
  }
  return isDeclared ? body.body.map(declared) : body.body;
}

/** A statement of a declared namespace, which is declared too. */
function declared(item: ModuleItem): ModuleItem {
  if (item.type === 'ExportDeclaration') {
    const { declaration } = item;
    return { ...item, declaration: { ...declaration, declare: true } };
  }
  return 'declare' in item ? { ...item, declare: true } : item;
}
