// Tells whether nobody but the runtime can call a view: its class is named nowhere, and its instance stays within it.
import type { CallBinding, ClassBinding, ViewBinding } from '../compiler/facts/view-bindings.js';
import { childOf, indexModule, type IndexedModule, type Node, typeOf } from './module-index.js';

export type Surroundings = {
  readonly index: IndexedModule;
  readonly bindings: readonly ViewBinding[];
  /** The text of the module, and those of the others. */
  readonly text: string;
  readonly others: readonly string[];
};

/** Asks it of the function of a method, or of a function that is given to `app.route(...)`. */
export function isCalledByNobody(view: Node, around: Surroundings): boolean {
  const { index, bindings } = around;
  const holder = index.parents.get(view);
  if (!holder) return false;
  if (typeOf(holder) !== 'ClassMethod') return isLoneCall(view, holder, around);
  const owner = index.parents.get(holder);
  const key = childOf(holder, 'key')?.['value'];
  const binding = bindings.find(
    (one): one is ClassBinding =>
      one.form === 'class' && owner !== undefined && index.rangeOf(owner).end === one.class.end,
  );
  const isView = binding?.views.some(
    (row) => row[0] === key && Boolean(row[4]) === holder['isStatic'],
  );
  return (
    isView === true &&
    typeof key === 'string' &&
    holder['kind'] === 'method' &&
    owner !== undefined &&
    isLoneClass(owner, { ...around, binding, key })
  );
}

type ClassQuestion = Surroundings & {
  readonly binding: ClassBinding | undefined;
  /** The name of the view. */
  readonly key: string;
};

function isLoneClass(node: Node, question: ClassQuestion): boolean {
  const { index, binding, key } = question;
  const name = binding?.class.name;
  if (binding === undefined || name === undefined || typeOf(node) !== 'ClassDeclaration')
    return false;
  const inside = (type: string): readonly Node[] => within(index, node, type);
  const decorators = binding.decorators.filter(({ isItem }) => !isItem);
  const methods = new Set(
    inside('ClassMethod')
      .concat(inside('PrivateMethod'))
      .map((one) => nameOf(childOf(one, 'key'))),
  );
  return (
    !node['superClass'] &&
    index.mentions(name).length === 1 &&
    isUnnamedElsewhere(name, typeOf(index.parents.get(node) ?? {}), question) &&
    inside('Decorator').length === decorators.length &&
    [...inside('Super'), ...inside('MetaProperty')].length === 0 &&
    inside('ThisExpression').every((self) => staysWithin(self, { index, methods, key }))
  );
}

/** `this.name`, where `name` is not the view, and is the name of a method when it is called: others are given `this`. */
function staysWithin(
  self: Node,
  { index, methods, key }: Pick<ClassQuestion, 'index' | 'key'> & { methods: ReadonlySet<string> },
): boolean {
  const member = index.parents.get(self);
  if (!member || typeOf(member) !== 'MemberExpression' || childOf(member, 'object') !== self)
    return false;
  const name = nameOf(childOf(member, 'property'));
  if (name === '' || name === key || /^(?:constructor|prototype|__proto__)$/.test(name))
    return false;
  const user = index.parents.get(member) ?? {};
  const isGiven =
    childOf(user, 'callee') === member ||
    childOf(user, 'tag') === member ||
    /^(?:ParenthesisExpression|Ts\w+|OptionalChainingExpression)$/.test(typeOf(user));
  return !isGiven || methods.has(name);
}

/** The name of a member, with the `#` of a private one; empty for a computed one. */
function nameOf(key: Node | undefined): string {
  const value = key?.['value'];
  if (key === undefined || typeof value !== 'string') return '';
  if (typeOf(key) === 'PrivateName') return `#${value}`;
  return typeOf(key) === 'Identifier' ? value : '';
}

/** `app.route(...)(() => ...)` by itself, or as the value of a constant that is named nowhere. */
function isLoneCall(view: Node, argument: Node, around: Surroundings): boolean {
  const { index, bindings } = around;
  const { parents, rangeOf } = index;
  const call = parents.get(argument);
  const callee = childOf(call, 'callee');
  if (!call || !callee || childOf(argument, 'expression') !== view) return false;
  const { start, end } = rangeOf(callee);
  const isBound = bindings.some(
    (one): one is CallBinding =>
      one.form === 'call' &&
      'view' in one.row &&
      one.callee.start === start &&
      one.callee.end === end,
  );
  if (!isBound || view['identifier'] || within(index, view, 'ThisExpression').length > 0)
    return false;
  const user = parents.get(call);
  if (!user || typeOf(user) === 'ExpressionStatement') return user !== undefined;
  const name = nameOf(childOf(user, 'id'));
  const declaration = parents.get(user);
  return (
    typeOf(user) === 'VariableDeclarator' &&
    name !== '' &&
    index.mentions(name).length === 1 &&
    declaration !== undefined &&
    isUnnamedElsewhere(name, typeOf(parents.get(declaration) ?? {}), around)
  );
}

/** Tells whether no other module takes what this one declares, nor this one by an import of itself. */
function isUnnamedElsewhere(
  name: string,
  statement: string,
  { text: own, others }: Pick<Surroundings, 'text' | 'others'>,
): boolean {
  if (statement === 'Module') return true;
  if (statement !== 'ExportDeclaration' || TAKES_ALL.test(own)) return false;
  const word = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`);
  const declared = new RegExp(`\\b(?:class|const|let|var|function)\\s+${word.source}`);
  return others.every(
    (text) =>
      !TAKES_ALL.test(text) && (!word.test(text) || (declared.test(text) && !isPassed(name, text))),
  );
}

/** Tells whether a module imports a name or exports it on. One that declares it can still do so under another name. */
function isPassed(name: string, text: string): boolean {
  const index = indexModule(text, 'other.ts');
  return (
    index
      ?.mentions(name)
      .some((mention) =>
        /^(?:Im|Ex)port\w*Specifier$/.test(typeOf(index.parents.get(mention) ?? {})),
      ) ?? true
  );
}

/** Takes a module of the application as one object. */
const TAKES_ALL =
  /(?:\*\s*(?:as\s+[\w$]+\s*)?from|\b(?:import|require)\s*\()(?!\s*['"`](?:node:|@aws-sdk\/))/;

function within(index: IndexedModule, node: Node, type: string): readonly Node[] {
  const { start, end } = index.rangeOf(node);
  return (index.typed.get(type) ?? []).filter((one) => {
    const range = index.rangeOf(one);
    return range.start >= start && range.end <= end;
  });
}
