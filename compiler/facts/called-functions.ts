// Finds the function of the application that a call such as `items()`, `this.items()` or `model.items()` refers to, and the
// class that an expression is an instance of; and what the declared type of a function returns. A function body is searched
// only if {@link mayHide} finds a hint in its text.
import { isBuiltin } from 'node:module';
import type { HiddenAnswer } from '../declarations/app-facts.js';
import { valueFor } from '../groups.js';
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import { keyName, privateName, propertyName, unwrap } from '../syntax/expressions.js';
import type {
  AnyFunction,
  ClassMember,
  ClassNode,
  Expression,
  MemberExpression,
  TsType,
} from '../syntax/tree.js';
import { bindingDefinition } from './definition.js';
import { assignedValues } from './evaluate-definition.js';
import { classChain, isOurs, traceDefinition, traceExpression } from './entity.js';
import type { Entity, Program } from './program.js';
import type { LoadedModule, Located } from './module-graph.js';
import type { AnswerContext, PossibleAnswer } from './yielded-items.js';

const CLASSES = 'Response|Map|Set|WeakMap|WeakSet|URLSearchParams|Headers|FormData|Blob';
export const HIDDEN_CLASS: ReadonlySet<string> = new Set(CLASSES.split('|'));
/** Built-in types whose values JSON cannot represent. `Iterable` is not included, because a list is iterable. */
const HIDDEN_TYPE: ReadonlySet<string> = new Set(
  `${CLASSES.slice('Response|'.length)}|ReadonlyMap|ReadonlySet|Generator|AsyncIterator|Iterator|IterableIterator`.split(
    '|',
  ),
);

/** Fast path: {@link mayHide} tests the text of a body with these patterns before the body is searched. */
const HIDDEN_RETURN = new RegExp(
  `\\breturn\\s+(?:await\\s+)?(?:new\\s+(?<made>${CLASSES})\\b|(?<of>Response)\\s*\\.|(?<called>fetch)\\s*\\()`,
  'g',
);
const STREAM =
  /\b(?:createReadStream|Readable|Duplex|Transform|PassThrough|(?:Readable|Transform|Compression|Decompression|TextDecoder|TextEncoder)Stream|pipe(?:Through|line)|(?:to|as|transformTo|readable)(?:Readable|Web)Stream|Async(?:Generator|Iterable\w*|Iterator)|asyncIterator|create(?:Gzip|Gunzip|Deflate|Inflate|Brotli\w+))\b/;

/** Matches code that may use the body of a `fetch` response. */
const FETCHED = /\bfetch\s*\([^]*\bbody\b/;

export const LIKE_STREAM: RegExp =
  /^stream(?:$|[A-Z])(?!.*Response$)|Stream$|^stream$|AsyncIterable$/;

export const MOST_CALLS: number = 8;

/** The context of a call: its module, the class of `this`, and the constants of the enclosing function body, by name. */
export type Caller = {
  readonly program: Program;
  readonly module: LoadedModule;
  readonly owner: Located<ClassNode> | undefined;
  readonly locals?: ReadonlyMap<string, Expression>;
};

/** `owner` is the class of `this`, which may be a subclass of the class that declares the function. */
export type CalledFunction = Located<AnyFunction> & {
  readonly owner: Located<ClassNode> | undefined;
};

/** Handles `items`, `Model.items`, `this.items`, `model.items` and `this.model.items`. */
export function calledFunction(caller: Caller, expression: Expression): CalledFunction | undefined {
  const { program, module, owner } = caller;
  const callee = unwrap(expression);
  const entity = traceExpression(program, module, callee);
  if (entity.kind === 'function') return { ...entity, owner: undefined };
  if (callee.type !== 'MemberExpression') return undefined;
  const object = unwrap(callee.object);
  if (object.type === 'ThisExpression') return owner && methodOf(caller, owner, { member: callee });
  const found = classOf(caller, object);
  return found && methodOf(caller, found.entity, { member: callee, isStatic: found.isStatic });
}

function memberName(member: MemberExpression): string {
  const { property } = member;
  return property.type === 'PrivateName' ? privateName(property) : (propertyName(member) ?? '');
}

type ClassEntity = Extract<Entity, { readonly kind: 'class' }>;

/** Returns the class that an expression refers to (`isStatic`) or is an instance of. */
function classOf(
  caller: Caller,
  expression: Expression,
): { readonly entity: ClassEntity; readonly isStatic: boolean } | undefined {
  const { program, owner } = caller;
  let { module } = caller;
  let node = valueOf(caller, expression);
  if (node.type === 'MemberExpression' && unwrap(node.object).type === 'ThisExpression') {
    const found = owner && declarationsOf(caller, owner, { member: node });
    const [property] = found?.node ?? [];
    const value = property && 'value' in property ? (property.value as Expression | null) : null; // because absent children are null in the tree
    if (!found || !value) return undefined;
    ({ module } = found);
    node = unwrap(value);
  }
  if (node.type === 'Identifier' && assignedValues(program, module, node).length > 1)
    return undefined;
  const entity = traceExpression(program, module, node);
  if (entity.kind === 'class') return { entity, isStatic: true };
  const made = entity.kind === 'expression' ? unwrap(entity.node) : undefined;
  if (entity.kind !== 'expression' || made?.type !== 'NewExpression') return undefined;
  const of = traceExpression(program, entity.module, made.callee);
  return of.kind === 'class' ? { entity: of, isStatic: false } : undefined;
}

/** Returns undefined if code may assign another value to the member. */
function declarationsOf(
  { program, module }: Caller,
  owner: Located<ClassNode>,
  { member, isStatic }: { readonly member: MemberExpression; readonly isStatic?: boolean },
): Located<readonly ClassMember[]> | undefined {
  const name = memberName(member);
  for (const one of classChain(program, { ...owner, kind: 'class' })) {
    if (one.kind !== 'class') return undefined;
    const { span } = one.node;
    const isAround = span.start <= member.span.start && member.span.end <= span.end;
    // A private name refers only to a member of the class around it, never to a member of a base class.
    if (name.startsWith('#') && !(one.module === module && isAround)) continue;
    const node = one.node.body.filter(
      (own) =>
        nameOf(own) === name && 'isStatic' in own && (isStatic ?? own.isStatic) === own.isStatic,
    );
    const isMethod = node.some(({ type }) => /Method$/.test(type));
    if (!isMethod && assigns(one, name)) return undefined;
    if (node.length > 0) return { module: one.module, node };
    if (isParameter(one, name)) return undefined;
  }
  return undefined;
}

function nameOf(member: ClassMember): string | undefined {
  if (!('key' in member)) return undefined;
  return member.key.type === 'PrivateName' ? privateName(member.key) : keyName(member.key);
}

/** Tells whether the text of a class assigns to a member, as in `this.items = all`. */
function assigns(owner: Located<ClassNode>, name: string): boolean {
  return contains(owner, name, (text) => String.raw`\.\s*${text}\s*(?:[?&|]{2})?=(?![=>])`);
}

/** Tells whether a constructor parameter declares a member, as in `constructor(readonly items: Items)`. */
function isParameter(owner: Located<ClassNode>, name: string): boolean {
  const words = 'private|protected|public|readonly';
  return contains(owner, name, (text) => String.raw`\b(?:${words})\s+${text}\s*[?:=,)]`);
}

function contains(
  { module, node }: Located<ClassNode>,
  name: string,
  pattern: (name: string) => string,
): boolean {
  const text = name.replaceAll('$', String.raw`\$&`);
  return new RegExp(pattern(text)).test(module.record.source.textOf(node.span));
}

function methodOf(
  caller: Caller,
  owner: Located<ClassNode>,
  wanted: { readonly member: MemberExpression; readonly isStatic?: boolean },
): CalledFunction | undefined {
  const found = declarationsOf(caller, owner, wanted);
  for (const one of found?.node ?? [])
    if ((one.type === 'ClassMethod' || one.type === 'PrivateMethod') && one.kind === 'method')
      // The signatures of an overloaded method have no body.
      if (found && one.function.body) return { module: found.module, node: one.function, owner };
  return undefined;
}

/** Returns the expression, or the initial value of the constant that it names. */
export function valueOf({ locals }: Pick<Caller, 'locals'>, expression: Expression): Expression {
  const node = unwrap(expression);
  return unwrap((node.type === 'Identifier' ? locals?.get(node.value) : undefined) ?? node);
}

const OBJECT_MODE = /^(?:objectMode|readableObjectMode)$/;

/** Tells whether a Node.js stream may carry values of any kind: with `objectMode: true`, or if the options are unknown. */
export function isOfObjects(search: AnswerContext, options: Expression | undefined): boolean {
  const given = options && valueOf(search, options);
  if (given?.type !== 'ObjectExpression') return given !== undefined;
  return given.properties.some((one) => {
    if (one.type === 'SpreadElement') return true;
    if (one.type === 'Identifier') return OBJECT_MODE.test(one.value);
    if (one.type !== 'KeyValueProperty' || !OBJECT_MODE.test(keyName(one.key) ?? '')) return false;
    return one.value.type !== 'BooleanLiteral' || one.value.value;
  });
}

/** Tells whether a value comes from a package whose code is not read, for example an instance of one of its classes. */
export function isOfPackage(search: AnswerContext, expression: Expression): boolean {
  const { program, module } = search;
  let node = valueOf(search, expression);
  // The limit also ends cycles between constants.
  for (let step = 0; step < MOST_CALLS; step++) {
    if (node.type === 'AwaitExpression') node = valueOf(search, node.argument);
    else if (node.type === 'MemberExpression') node = valueOf(search, node.object);
    else if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const entity = traceExpression(program, module, node.callee as Expression); // because `super` and `import` have no definition
      if (entity.kind === 'package') return isPackage(entity);
      const callee = unwrap(node.callee as Expression); // because `super` and `import` have no definition
      if (callee.type !== 'MemberExpression') return false;
      node = valueOf(search, callee.object);
    } else break;
  }
  const entity = traceExpression(program, module, node);
  if (entity.kind !== 'expression') return isPackage(entity);
  const made = unwrap(entity.node);
  return (
    made.type === 'NewExpression' && isPackage(traceExpression(program, entity.module, made.callee))
  );
}

/** Excludes Node.js, whose streams are known, and the AWS SDK, where names such as `DescribeStream` do not mean a stream. */
function isPackage(entity: Entity): boolean {
  return (
    entity.kind === 'package' &&
    entity.specifier !== FRAMEWORK &&
    !/^(?:@aws-sdk\/|node:)/.test(entity.specifier) &&
    !isBuiltin(entity.specifier)
  );
}

/** Tells whether the text of a function body hints at a returned stream or another value that JSON cannot represent. */
export function mayHide(search: AnswerContext, text: string): boolean {
  const { program, module } = search;
  const { names } = module.record;
  if (STREAM.test(text) || FETCHED.test(text) || /\bstream\b|Stream\b/.test(text)) return true;
  for (const { groups = {} } of text.matchAll(HIDDEN_RETURN)) {
    const name = groups['made'] ?? groups['of'] ?? groups['called'] ?? '';
    // If the module declares this name itself, the name does not refer to the global.
    if (names.named(name).length === 0) return true;
  }
  const follows = mayStream(program);
  for (const [, name = '', member] of text.matchAll(
    /(?<![\w$.])([\w$]+)(?:\s*\??\.\s*(#?[\w$]+))*\s*(?:<[^()]*>)?\(/g,
  )) {
    if (name === 'this' && (follows || hasMember(search, member ?? ''))) return true;
    for (const binding of names.named(name)) {
      const made = traceDefinition(program, bindingDefinition(program, module, { name, binding }));
      if (follows && /^(?:namespace|expression|class)$/.test(made.kind)) return true;
      // A Node.js stream class, possibly imported under another name.
      if (made.kind === 'package' && /^(?:node:)?stream\b/.test(made.specifier)) return true;
      if (made.kind === 'function' && (follows || made.node.generator || made.node.returnType))
        return true;
    }
  }
  return false;
}

function hasMember({ program, owner }: AnswerContext, name: string): boolean {
  const chain = owner ? classChain(program, { ...owner, kind: 'class' }) : [];
  return chain.some(
    (one) => one.kind === 'class' && one.node.body.some((own) => nameOf(own) === name),
  );
}

const STREAMING = new WeakMap<Program, boolean>();

/** If no module of the application creates a stream, functions without a declared type are not followed. */
export function mayStream(program: Program): boolean {
  return valueFor(STREAMING, program, () =>
    program.graph.loaded.some(
      ({ record: { source } }) =>
        STREAM.test(source.text) ||
        FETCHED.test(source.text) ||
        /\basync\s*(?:function\s*)?\*/.test(source.text),
    ),
  );
}

export function declaredAnswers(
  { program, module }: AnswerContext,
  { returnType }: AnyFunction,
): readonly PossibleAnswer[] {
  if (!returnType) return [];
  const { typeAnnotation: node } = returnType;
  const { kinds = [], unclear } = program.types?.streams({ module, node }) ?? {};
  const at = module.record.source.spanOf(node.span);
  if (kinds.length > 0) return kinds.map((stream) => ({ kind: 'stream', stream, at }));
  const hidden = declaredInstance(program, module, node);
  if (hidden) return [hidden];
  return unclear === undefined ? [] : [{ kind: 'unclear', at }];
}

function declaredInstance(
  program: Program,
  module: LoadedModule,
  node: TsType,
): HiddenAnswer | undefined {
  const open = [node];
  // The types that an alias stands for are appended to the list, each only once.
  const seen = new Set<TsType>();
  for (const type of open) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.type === 'TsParenthesizedType') open.push(type.typeAnnotation);
    if (type.type === 'TsUnionType') open.push(...type.types);
    if (type.type !== 'TsTypeReference' || type.typeName.type !== 'Identifier') continue;
    const { typeName, typeParams, span } = type;
    const { value: name } = typeName;
    const declared = ownType(module, name);
    const isGlobal = !declared && !module.record.names.find(typeName);
    if (isGlobal && HIDDEN_TYPE.has(name))
      return { kind: 'instance', name, at: module.record.source.spanOf(span) };
    if (declared?.type === 'TsTypeAliasDeclaration') open.push(declared.typeAnnotation);
    const isAround = isGlobal
      ? /^Promise(?:Like)?$/.test(name)
      : isOurs(traceExpression(program, module, typeName), 'Response');
    const [first] = typeParams?.params ?? [];
    if (isAround && first) open.push(first);
  }
  return undefined;
}

function ownType({ record }: LoadedModule, name: string) {
  for (const item of record.typeItems) {
    const declared = item.type === 'ExportDeclaration' ? item.declaration : item;
    if ('id' in declared && declared.id.type === 'Identifier' && declared.id.value === name)
      return declared;
  }
  return undefined;
}
