// Scans the imports and exports of a module, before the rest of the module.
import { spanOf } from '../syntax/expressions.js';
import type {
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  Expression,
  Identifier,
  ImportDeclaration,
  ModuleItem,
  Pattern,
  TsImportEqualsDeclaration,
} from '../syntax/tree.js';
import type { Declaration } from './module-record.js';
import type { ImportBinding, Scan } from './scan.js';

/** The name that represents a whole module in imports and exports. */
export const NAMESPACE = '*';
/** The export name for `export =` and `module.exports =`. */
export const EXPORT_EQUALS = 'export=';

export function scanImportsAndExports(scan: Scan, items: readonly ModuleItem[]): void {
  for (const item of items) {
    switch (item.type) {
      case 'ImportDeclaration':
        scanImport(scan, item);
        break;
      case 'TsImportEqualsDeclaration':
        scanImportEquals(scan, item);
        break;
      case 'ExportNamedDeclaration':
        scanNamedExports(scan, item);
        break;
      case 'ExportAllDeclaration':
        if ('typeOnly' in item && item.typeOnly === true) break;
        scan.starExports.push(item.source.value);
        request(scan, item.source, { when: 'load' });
        break;
      case 'ExportDeclaration':
        for (const name of declaredNames(item.declaration)) {
          scan.exports.set(name.value, { kind: 'local', name });
        }
        break;
      case 'ExportDefaultDeclaration':
        exportDefault(scan, item.decl);
        break;
      case 'ExportDefaultExpression':
        exportValue(scan, 'default', item.expression);
        break;
      case 'TsExportAssignment':
        exportValue(scan, EXPORT_EQUALS, item.expression);
        break;
      default:
    }
  }
}

function exportDefault(scan: Scan, node: ExportDefaultDeclaration['decl']): void {
  if (node.type === 'TsInterfaceDeclaration') return;
  const { identifier: name, span: at } = node;
  const binding: Declaration =
    node.type === 'ClassExpression' ? { kind: 'class', node, at } : { kind: 'function', node, at };
  scan.exports.set('default', name ? { kind: 'local', name } : { kind: 'unnamed', binding });
}

function exportValue(scan: Scan, name: string, init: Expression): void {
  const binding: Declaration = { kind: 'value', init, steps: [], at: spanOf(init) };
  const isName = name === 'default' && init.type === 'Identifier';
  scan.exports.set(name, isName ? { kind: 'local', name: init } : { kind: 'unnamed', binding });
}

type SpecifierNode = { readonly value: string; readonly span: ImportDeclaration['span'] };

type Requested = { readonly when: 'load' | 'types'; readonly names?: readonly ImportBinding[] };

function request(scan: Scan, source: SpecifierNode, { when, names }: Requested): void {
  scan.requests.push({ specifier: source.value, at: source.span, when, names });
}

function scanImport(scan: Scan, item: ImportDeclaration): void {
  const names: ImportBinding[] = [];
  for (const specifier of item.specifiers) {
    const isNamed = specifier.type === 'ImportSpecifier';
    const binding: ImportBinding = {
      kind: 'import',
      specifier: item.source.value,
      name: importedName(specifier),
      local: specifier.local.value,
      at: specifier.span,
      isTypeOnly: item.typeOnly || (isNamed && specifier.isTypeOnly),
      isUsed: false,
    };
    scan.names.declare(specifier.local, binding);
    if (binding.isTypeOnly) continue;
    scan.imports.set(binding.local, binding);
    names.push(binding);
  }
  const isForTypes = item.typeOnly || (item.specifiers.length > 0 && names.length === 0);
  request(scan, item.source, {
    when: isForTypes ? 'types' : 'load',
    ...(names.length > 0 && { names }),
  });
}

function importedName(specifier: ImportDeclaration['specifiers'][number]): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  if (specifier.type === 'ImportNamespaceSpecifier') return NAMESPACE;
  return (specifier.imported ?? specifier.local).value;
}

/** Scans `import x = require('y')`, which imports a module. `import x = a.b` is only exported here, like a constant. */
function scanImportEquals(scan: Scan, item: TsImportEqualsDeclaration): void {
  if (item.isTypeOnly) return;
  if (item.isExport) scan.exports.set(item.id.value, { kind: 'local', name: item.id });
  if (item.moduleRef.type !== 'TsExternalModuleReference') return;
  const source = item.moduleRef.expression;
  const binding: ImportBinding = {
    kind: 'import',
    specifier: source.value,
    name: NAMESPACE,
    local: item.id.value,
    at: item.span,
    isTypeOnly: false,
    isUsed: item.isExport,
  };
  scan.names.declare(item.id, binding);
  scan.imports.set(binding.local, binding);
  request(scan, source, { when: 'load', names: [binding] });
}

function scanNamedExports(scan: Scan, item: ExportNamedDeclaration): void {
  if (item.typeOnly) return;
  const { source } = item;
  let isLoaded = item.specifiers.length === 0;
  for (const specifier of item.specifiers) {
    if (specifier.type === 'ExportDefaultSpecifier') continue;
    if (specifier.type === 'ExportNamespaceSpecifier') {
      const exported = specifier.name.value;
      if (source)
        scan.exports.set(exported, { kind: 'from', specifier: source.value, name: NAMESPACE });
      isLoaded = true;
      continue;
    }
    if (specifier.isTypeOnly) continue;
    isLoaded = true;
    const name = (specifier.exported ?? specifier.orig).value;
    if (source) {
      const from = { specifier: source.value, name: specifier.orig.value };
      scan.exports.set(name, { kind: 'from', ...from });
    } else if (specifier.orig.type === 'Identifier') {
      scan.exports.set(name, { kind: 'local', name: specifier.orig });
    }
  }
  if (source) request(scan, source, { when: isLoaded ? 'load' : 'types' });
}

type ExportedDeclaration = (ModuleItem & { readonly type: 'ExportDeclaration' })['declaration'];

export function declaredNames(declaration: ExportedDeclaration): Identifier[] {
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }) => patternNames(id));
    case 'ClassDeclaration':
    case 'FunctionDeclaration':
      return [declaration.identifier];
    case 'TsEnumDeclaration':
      return [declaration.id];
    case 'TsModuleDeclaration':
      return declaration.id.type === 'Identifier' ? [declaration.id] : [];
    default:
      return [];
  }
}

function patternNames(pattern: Pattern): Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? patternNames(element) : []));
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => {
        if (property.type === 'AssignmentPatternProperty') return [property.key];
        return patternNames(property.type === 'RestElement' ? property.argument : property.value);
      });
    case 'RestElement':
      return patternNames(pattern.argument);
    case 'AssignmentPattern':
      return patternNames(pattern.left);
    default:
      return [];
  }
}
