// Finds top-level constants that are created with an export of this package, such as `const stripe = secret('stripe-key')`. A
// module that names such an export is read in full, to find uses inside functions too.
import type { MadeConstant } from '../declarations/app-facts.js';
import { MADE, KINDS } from '../kinds/registry.js';
import { calleeOf, propertyName } from '../syntax/expressions.js';
import type { Expression } from '../syntax/tree.js';
import { type Around, isOfType, nameOf, type NodeRecord, visitNodes } from '../syntax/tree-walk.js';
import { bindingDefinition } from './definition.js';
import { isOurs, traceDefinition, traceExpression } from './entity.js';
import { evaluate, evaluateArguments } from './evaluate.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { NAMESPACE } from './scan-imports.js';
import { scanWholeModule, type WholeModule } from './scan-module.js';

export function readMade(program: Program): readonly MadeConstant[] {
  return [...program.graph.modules.values()]
    .filter((module) => namesMaker(program, module))
    .flatMap((module) => {
      const whole = scanWholeModule(module.record.source.text, module.file);
      return readModule(program, { ...module, record: whole.record }, whole);
    });
}

/** Tells whether a module imports one of these exports by name, or imports the whole package and mentions one of them. */
function namesMaker(program: Program, module: LoadedModule): boolean {
  const { names, source } = module.record;
  return [...names.all()].some(([name, binding]) => {
    if (binding.kind !== 'import' && binding.kind !== 'value') return false;
    const entity = traceDefinition(program, bindingDefinition(program, module, { name, binding }));
    const isWhole = entity.kind === 'namespace' || isOurs(entity, NAMESPACE);
    return MADE.some((maker) => (isWhole ? source.text.includes(maker) : isOurs(entity, maker)));
  });
}

function readModule(
  program: Program,
  module: LoadedModule,
  { body }: WholeModule,
): readonly MadeConstant[] {
  const found: MadeConstant[] = [];
  visitNodes(body, (node, around) => {
    if (isOfType(node, 'CallExpression') || isOfType(node, 'NewExpression')) {
      const callee = calleeOf(node);
      const maker = callee && makerOf(program, module, callee);
      if (maker === undefined) return;
      const name = constantOf(around);
      found.push({
        maker,
        arguments: evaluateArguments(program, module, node.arguments ?? []),
        name,
        isUsed: name === undefined || isNamed(program, module, { body, name, around }),
        at: module.record.source.spanOf(node.span),
      });
    } else if (isOfType(node, 'Identifier') && isMention(node, around)) {
      const maker = makerOf(program, module, node);
      if (maker === undefined) return;
      const at = module.record.source.spanOf(node.span);
      found.push({ maker, arguments: undefined, name: undefined, isUsed: true, at });
    }
  });
  return found;
}

function makerOf(program: Program, module: LoadedModule, node: Expression): string | undefined {
  const entity = traceExpression(program, module, node);
  return entity.kind === 'package' ? MADE.find((maker) => isOurs(entity, maker)) : undefined;
}

const WRAPPED = /^(?:Parenthesis|Ts(?:As|Satisfies|NonNull|Const|TypeAssertion))/;

function constantOf(around: Around): string | undefined {
  const end = around.findLastIndex(({ type }) => !WRAPPED.test(type));
  const [first, ...rest] = around.slice(0, end + 1);
  const [declaration, declarator, ...inner] =
    first?.type === 'ExportDeclaration' ? rest : [first, ...rest];
  if (declaration?.['kind'] !== 'const' || inner.length > 0) return undefined;
  return declarator?.type === 'VariableDeclarator' ? nameOf(declarator['id']) : undefined;
}

/** Excludes the callee of a call, and the value of an alias, which is followed. */
function isMention(node: NodeRecord, around: Around): boolean {
  if (nameOf(node) === undefined) return false;
  const holder = around.at(-1);
  if (!holder || /^(?:Import|Export)\w*Specifier$|^Ts|^VariableDeclarator$/.test(holder.type))
    return false;
  if (holder['key'] === node || holder['property'] === node) return false;
  return holder['callee'] !== node;
}

type Constant = {
  readonly body: WholeModule['body'];
  readonly name: string;
  readonly around: Around;
};

/** Tells whether other code in the module uses the constant, or another module contains the name of its export. */
function isNamed(
  program: Program,
  module: LoadedModule,
  { body, name, around }: Constant,
): boolean {
  const [own] = around;
  const exported = new Set(own?.type === 'ExportDeclaration' ? [name] : []);
  const mentions: NodeRecord[] = [];
  visitNodes(
    body.filter((item) => item !== (own as unknown)),
    (node, outer) => {
      const holder = outer.at(-1);
      if (nameOf(node) !== name) return;
      if (holder?.type !== 'ExportSpecifier') mentions.push(node);
      else if (holder['orig'] === node) exported.add(nameOf(holder['exported']) ?? name);
    },
  );
  if (mentions.length > 0) return true;
  const words = [...exported].map(
    (word) => new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`),
  );
  return [...program.graph.modules.values()].some(
    ({ path, record }) =>
      path !== module.path && words.some((word) => word.test(record.source.text)),
  );
}

const MEMBER = 'arn';

/** Marks the constants whose `arn` is read. If the code does not show whose `arn` it reads, all constants are marked. */
export function withArnReads(
  program: Program,
  made: readonly MadeConstant[],
): readonly MadeConstant[] {
  const classes = new Set(KINDS.flatMap((kind) => (kind.made ? kind.classes : [])));
  if (!made.some(({ maker }) => classes.has(maker))) return made;
  const read = readsIn(program);
  return made.map((one) =>
    classes.has(one.maker) && (read === 'any' || read.has(keyOf(one.maker, one.arguments)))
      ? { ...one, readsArn: true }
      : one,
  );
}

function keyOf(maker: string, [name]: MadeConstant['arguments'] = []): string {
  return `${maker} ${name?.kind === 'string' ? name.value : ''}`;
}

function readsIn(program: Program): ReadonlySet<string> | 'any' {
  const read = new Set<string>();
  const state = { isAny: false };
  for (const module of program.graph.modules.values()) {
    if (!/\barn\b/.test(module.record.source.text)) continue;
    const { record, body } = scanWholeModule(module.record.source.text, module.file);
    visitNodes(body, (node) => {
      if (state.isAny || !readsMember(node)) return;
      const object = objectOf(node);
      const value = object && evaluate(program, { ...module, record }, object);
      if (value?.kind === 'instance') read.add(keyOf(value.name, value.arguments));
      else if (!value || value.kind === 'unknown') state.isAny = true;
    });
  }
  return state.isAny ? 'any' : read;
}

/** Detects `x.arn`, `x['arn']` and `{ arn } = x`. */
function readsMember(node: NodeRecord): boolean {
  const key = node['key'];
  if (node.type === 'AssignmentPatternProperty' || node.type === 'KeyValuePatternProperty')
    return nameOf(key) === MEMBER;
  return isOfType(node, 'MemberExpression') && propertyName(node) === MEMBER;
}

/** Returns undefined for a pattern, which does not name the object that it destructures. */
function objectOf(node: NodeRecord): Expression | undefined {
  return isOfType(node, 'MemberExpression') ? node.object : undefined;
}
