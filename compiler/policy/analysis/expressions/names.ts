// Evaluates names: variables, exports and imports.
import { valueFor } from '../../../groups.js';
import {
  bindingDefinition,
  exportDefinition,
  importDefinition,
} from '../../../facts/definition.js';
import type { Definition } from '../../../facts/program.js';
import type { LoadedModule } from '../../../facts/module-graph.js';
import type { Binding } from '../../../facts/module-record.js';
import { NAMESPACE } from '../../../facts/scan-imports.js';
import { resourceTypeNamed } from '../../../kinds/resource/resource-kind.js';
import { FRAMEWORK } from '../../../modules/resolve-specifier.js';
import { NOWHERE } from '../../../syntax/expressions.js';
import type { Identifier } from '../../../syntax/tree.js';
import { constant, unknown, add, connect, createNode, listen } from '../values/value-graph.js';
import {
  type Analysis,
  type Call,
  type Frame,
  type Node,
  UNREAD,
  type ObjectToken,
  type Token,
  UNDEFINED,
  UNKNOWN,
} from '../model.js';
import { moduleFrame } from '../calls/apply-call.js';
import { environmentObject, processObject, globalNode } from './globals.js';
import { readMember } from '../members/member.js';
import { CREATE_REQUIRE } from './module-loading.js';
import { createObject, fieldOf, bindingNode, commonExports } from '../values/object.js';
import { isSdkPackage } from '../sdk/sdk-names.js';
import { resourceClass, isParameterMaker, parameterMaker } from '../sdk/resources.js';
import { refer, sdkExport, nameNamespace } from '../sdk/sdk-values.js';
import type { StaticValue } from '../../../values/static-value.js';
import { evaluateJson } from '../../../facts/value-size.js';
import { textToken } from '../values/text.js';

export function evaluateName(
  analysis: Analysis,
  frame: Frame,
  { node, call }: { readonly node: Identifier; readonly call: Call | undefined },
): Node {
  const { module, within = [] } = frame;
  if (within.length > 0) {
    const bare = { ...frame, within: [] };
    const value = createNode();
    connect(analysis.queue, evaluateName(analysis, bare, { node, call }), value);
    for (const object of within) {
      const access = { key: node.value, frame: bare, at: node.span, call };
      connect(analysis.queue, readMember(analysis, object, access), value);
    }
    return value;
  }
  const binding = module.record.names.find(node);
  if (!binding) return globalNode(analysis, frame, node.value);
  const at = node.span;
  const definition = bindingDefinition(analysis.program, module, { name: node.value, binding });
  if (definition.kind === 'package') {
    const token = packageNode(analysis, definition);
    listen(token, (value) => {
      if (value.kind !== 'sdk') return;
      if (value.name === '*') nameNamespace(analysis, value, { frame, at });
      refer(analysis, value, { frame, at, call });
    });
    return token;
  }
  if (definition.kind === 'unresolved' && binding.kind === 'import') {
    const value = commonImport(analysis, frame, binding);
    listen(value, (token) => {
      if (token.kind === 'sdk') refer(analysis, token, { frame, at, call, isAlias: true });
    });
    return value;
  }
  const value = definitionNode(analysis, definition);
  if (definition.kind === 'namespace') {
    nameNamespace(analysis, namespaceObject(analysis, definition.module), { frame, at });
  }
  if (definition.kind === 'binding' && MAY_BE_TAKEN.has(definition.binding.kind)) {
    // `const { XCommand } = require(...)` does not use the command; using the name does.
    const own = definition.binding;
    listen(value, (token) => {
      if (token.kind !== 'sdk' || !analysis.taken.has(own)) return;
      refer(analysis, token, { frame, at, call, isAlias: true });
    });
  }
  return value;
}

const MAY_BE_TAKEN: ReadonlySet<Binding['kind']> = new Set(['value', 'parameter', 'variable']);

function definitionNode(analysis: Analysis, definition: Definition): Node {
  if ('module' in definition && analysis.unread.has(definition.module.path)) {
    return constant(analysis, UNREAD);
  }
  switch (definition.kind) {
    case 'binding':
      return bindingNode(analysis, definition.binding);
    case 'namespace':
      return constant(analysis, namespaceObject(analysis, definition.module));
    case 'json':
      return jsonNode(analysis, definition);
    case 'package':
      return packageNode(analysis, definition);
    case 'unresolved':
      return unknown(analysis);
  }
}

type PackageName = Definition & { readonly kind: 'package' };

function packageNode(analysis: Analysis, exported: PackageName): Node {
  const key = `package ${exported.specifier} ${exported.name}`;
  return valueFor(analysis.globals, key, () =>
    constant(analysis, packageToken(analysis, exported)),
  );
}

function packageToken(analysis: Analysis, { specifier, name }: PackageName): Token {
  const isWhole = name === NAMESPACE || name === 'default';
  const isProcess = specifier === 'process' || specifier === 'node:process';
  if (isProcess && name === 'env') return environmentObject(analysis);
  if (isProcess && isWhole) return processObject(analysis);
  const isLoader = specifier === 'module' || specifier === 'node:module';
  if (isLoader && name === 'createRequire') return CREATE_REQUIRE;
  if (isSdkPackage(specifier)) return sdkExport(analysis, specifier, name);
  if (specifier === FRAMEWORK) {
    if (resourceTypeNamed(name)) return resourceClass(analysis, name) ?? UNKNOWN;
    const find = (member = ''): Node =>
      packageNode(analysis, { kind: 'package', specifier, name: member });
    if (isWhole) return createObject('other', { find });
    if (isParameterMaker(name)) return parameterMaker(name);
  }
  const key = `foreign ${specifier}`;
  return valueFor(analysis.interned, key, () => ({ kind: 'foreign', package: specifier }));
}

function namespaceObject(analysis: Analysis, module: LoadedModule): ObjectToken {
  let object = analysis.namespaces.get(module);
  if (!object) {
    const find = (name: string | undefined): Node | undefined => {
      if (name === undefined) return undefined;
      const definition = exportDefinition(analysis.program, module, name);
      if (definition.kind !== 'unresolved') return definitionNode(analysis, definition);
      return commonMember(analysis, module, name);
    };
    const made = (object = createObject('other', { find }));
    analysis.namespaces.set(module, made);
    for (const name of module.record.exports.keys()) fieldOf(made, name);
    for (const specifier of module.record.starExports) {
      const { kind } = module.resolve(specifier);
      const whole =
        kind === 'missing'
          ? undefined
          : moduleNode(analysis, module, { specifier, isRequired: false });
      if (whole) listen(whole, (token) => copyStar(analysis, made, token));
    }
  }
  return object;
}

/** Applies `export * from 'x'`. The members of an SDK package are not listed, so its token is copied as a whole. */
function copyStar({ queue }: Analysis, { copied }: ObjectToken, token: Token): void {
  if (token.kind === 'sdk') add(queue, copied, token);
  else if (token.kind === 'object') connect(queue, token.copied, copied);
}

function commonMember(analysis: Analysis, module: LoadedModule, name: string): Node {
  const whole = commonExports(analysis, module);
  if (name === 'default') return whole;
  const frame = moduleFrame(analysis, module);
  // The export counts as used where the importing module uses it.
  const nowhere = { frame, at: NOWHERE, call: undefined, isTaken: true };
  return readMember(analysis, whole, { key: name, ...nowhere });
}

function commonImport(
  analysis: Analysis,
  { module }: Frame,
  { specifier, name }: Binding & { readonly kind: 'import' },
): Node {
  const target = module.resolve(specifier);
  const exporter =
    target.kind === 'module' ? analysis.program.graph.modules.get(target.path) : undefined;
  return exporter ? commonMember(analysis, exporter, name) : unknown(analysis);
}

/** Returns the value of `import('x')` and `require('x')`. */
export function moduleNode(
  analysis: Analysis,
  module: LoadedModule,
  { specifier, isRequired }: { readonly specifier: string; readonly isRequired: boolean },
): Node | undefined {
  const definition = importDefinition(analysis.program, module, { specifier, name: NAMESPACE });
  if (definition.kind === 'unresolved') return undefined;
  const whole = definitionNode(analysis, definition);
  if (!isRequired || definition.kind !== 'namespace') return whole;
  // The value of a CommonJS module is its `exports`.
  const result = createNode();
  connect(analysis.queue, whole, result);
  connect(analysis.queue, commonExports(analysis, definition.module), result);
  return result;
}

function jsonNode(analysis: Analysis, definition: Definition & { readonly kind: 'json' }): Node {
  return valueFor(analysis.globals, `json ${definition.path} ${definition.name}`, () => {
    const [module] = analysis.program.graph.modules.values();
    const from = module && { name: '', module, span: NOWHERE };
    const value = from && evaluateJson(analysis.program, definition, from);
    return constant(analysis, value ? staticToken(analysis, value) : UNKNOWN);
  });
}

export function staticToken(analysis: Analysis, value: StaticValue): Token {
  switch (value.kind) {
    case 'string':
      return textToken([value.value]);
    case 'number':
    case 'boolean':
      return { kind: 'other', value: value.value };
    case 'null':
      return { kind: 'other', value: null };
    case 'undefined':
      return UNDEFINED;
    case 'list': {
      const list = createObject('list');
      value.items.forEach((item, index) => fill(analysis, list, [String(index), item]));
      return list;
    }
    case 'object': {
      const object = createObject('literal');
      for (const { key, value: entry } of value.entries) fill(analysis, object, [key.value, entry]);
      return object;
    }
    default:
      return UNKNOWN;
  }
}

function fill(
  analysis: Analysis,
  object: ObjectToken,
  [name, value]: readonly [string, StaticValue],
): void {
  connect(analysis.queue, constant(analysis, staticToken(analysis, value)), fieldOf(object, name));
  object.certain.add(name);
  object.after.add(name);
}
