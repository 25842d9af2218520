// Determines whether views read the current request only before their first `await`; false if in doubt. If they do, the bundle
// does not need `AsyncLocalStorage` to keep a request across an `await` (docs/decisions/slim-bundle.md).
import type {
  ViewBinding,
  CallBinding,
  ClassBinding,
} from '../compiler/facts/bind-declarations.js';
import { addTo } from '../compiler/groups.js';
import { isMapping } from '../compiler/json-values.js';
import { parseModule } from '../compiler/syntax/swc.js';
import type { Span } from '../compiler/syntax/tree.js';

export type ReadModule = {
  readonly file: string;
  readonly text: string;
  readonly bindings: readonly ViewBinding[];
};

const WORD = 'currentRequest';

/**
 * Returns true if every read of the current request is in a view that only the runtime can call, before the view's first
 * `await`. `texts` contains the texts of the modules and of all other modules that use the framework.
 */
export function readsAtOnce(modules: readonly ReadModule[], texts: readonly string[]): boolean {
  const readers = modules.filter(({ text }) => text.includes(WORD));
  if (texts.filter((text) => text.includes(WORD)).length > readers.length) return false;
  return readers.every(({ file, text, bindings }) => {
    const index = indexModule(text, file);
    if (!index || index.mentions('eval').length > 0) return false;
    const others = texts.filter((one) => one !== text);
    const known = new Map<Node, boolean>();
    return index.mentions(WORD).every((mention) => {
      const view = readerOf(index, mention);
      if (!view) return false;
      const isAlone = known.get(view) ?? isCalledByNobody(view, { index, bindings, text, others });
      known.set(view, isAlone);
      return isAlone;
    });
  });
}

/** Returns the function whose call runs `x.currentRequest` before its first `await`; undefined if the read may run later. */
function readerOf(index: IndexedModule, mention: Node): Node | undefined {
  const { parents, rangeOf } = index;
  const read = parents.get(mention);
  if (!read || typeOf(read) !== 'MemberExpression' || childOf(read, 'property') !== mention)
    return undefined;
  let isOutOfOrder = false;
  let inner = read;
  for (let outer = parents.get(inner); outer; outer = parents.get(inner)) {
    isOutOfOrder ||= OUT_OF_ORDER.test(typeOf(outer));
    if (STARTS_LATER.test(typeOf(outer))) return undefined;
    if ('generator' in outer) {
      if (outer['generator'] !== false || childOf(outer, 'body') !== inner) return undefined;
      const body = rangeOf(inner);
      const waits = outer['async'] === false ? [] : waitsOf(index, body);
      const isFirst = waits.every((end) => end > rangeOf(read).start);
      return isFirst && !(isOutOfOrder && waits.length > 0) ? outer : undefined;
    }
    inner = outer;
  }
  return undefined;
}

/**
 * Statements whose parts do not run in source order: a loop runs again after an `await`, a case may run after the tests of
 * later cases, and the default values in a pattern run after the value on its right.
 */
const OUT_OF_ORDER = /^(?:(?:For(?:In|Of)?|While|DoWhile|Switch)Statement|\w*Pattern\w*)$/;

/** Code outside functions that runs later than its position in the source suggests. */
const STARTS_LATER = /^(?:Class\w*|PrivateProperty|AutoAccessor|Constructor|StaticBlock)$/;

type Range = ReturnType<IndexedModule['rangeOf']>;

/** Returns the offsets after which an `await` has happened: the end of each operand, because the operand is evaluated first. */
function waitsOf({ typed, rangeOf }: IndexedModule, body: Range): readonly number[] {
  const isIn = ({ start, end }: Range): boolean => start >= body.start && end <= body.end;
  const loops = (typed.get('ForOfStatement') ?? []).filter((node) => node['await'] === true);
  const uses = (typed.get('UsingDeclaration') ?? []).filter((node) => node['isAwait'] === true);
  const rangesOf = (nodes: readonly Node[]): readonly Range[] => nodes.map(rangeOf).filter(isIn);
  return [
    ...rangesOf(typed.get('AwaitExpression') ?? []).map(({ end }) => end),
    ...rangesOf([...loops, ...uses]).map(({ start }) => start),
  ];
}

type ViewModules = {
  readonly index: IndexedModule;
  readonly bindings: readonly ViewBinding[];
  /** The text of the module, followed by the texts of all other modules. */
  readonly text: string;
  readonly others: readonly string[];
};

/** Returns true if only the runtime calls a view: the function of a method, or a function passed to `app.route(...)`. */
function isCalledByNobody(view: Node, around: ViewModules): boolean {
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

type ClassQuestion = ViewModules & {
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
    [...inside('ClassMethod'), ...inside('PrivateMethod')]
      .filter(({ kind }) => kind === 'method')
      .map((one) => nameOf(childOf(one, 'key'))),
  );
  for (const field of [...inside('ClassProperty'), ...inside('PrivateProperty')])
    methods.delete(nameOf(childOf(field, 'key')));
  return (
    !node['superClass'] &&
    index.mentions(name).length === 1 &&
    isUnnamedElsewhere(name, typeOf(index.parents.get(node) ?? {}), question) &&
    inside('Decorator').length === decorators.length &&
    WITHOUT.every((type) => inside(type).length === 0) &&
    inside('ThisExpression').every((self) => staysWithin(self, { index, methods, key }))
  );
}

/** The syntax nodes for `super`, `new.target` and parameter properties. A class that contains any of them is not analyzed. */
const WITHOUT = ['Super', 'MetaProperty', 'TsParameterProperty'];

/**
 * Returns true if a `this` is used only as `this.name`, where the name is not the view's. A called member must be a method of
 * the class, because any other function would receive `this`. A method may only be called, so that it is never replaced.
 */
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
  if (/^(?:ParenthesisExpression|Ts\w+|OptionalChainingExpression)$/.test(typeOf(user)))
    return false;
  const isCalled = childOf(user, 'callee') === member || childOf(user, 'tag') === member;
  return isCalled === methods.has(name);
}

/** Returns the name of a member, with the `#` if it is private; empty for a computed name. */
function nameOf(key: Node | undefined): string {
  const value = key?.['value'];
  if (key === undefined || typeof value !== 'string') return '';
  if (typeOf(key) === 'PrivateName') return `#${value}`;
  return typeOf(key) === 'Identifier' ? value : '';
}

/** Returns true if a view is `app.route(...)(() => ...)` as a statement, or the value of a constant that no code names. */
function isLoneCall(view: Node, argument: Node, around: ViewModules): boolean {
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

/** Returns true if no other module imports a name that this module declares, and this module does not import itself. */
function isUnnamedElsewhere(
  name: string,
  statement: string,
  { text: own, others }: Pick<ViewModules, 'text' | 'others'>,
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

/** Returns true if a module imports a name, or exports it under another name. */
function isPassed(name: string, text: string): boolean {
  const index = indexModule(text, 'other.ts');
  if (!index) return true;
  const users = index.mentions(name).map((mention) => index.parents.get(mention) ?? {});
  return users.some((user) => /^(?:Im|Ex)port\w*Specifier$/.test(typeOf(user)));
}

/** Matches an import that takes another application module as one object. */
const TAKES_ALL =
  /(?:\*\s*(?:as\s+[\w$]+\s*)?from|\b(?:import|require)\s*\()(?!\s*['"`](?:node:|@aws-sdk\/))/;

function within(index: IndexedModule, node: Node, type: string): readonly Node[] {
  const { start, end } = index.rangeOf(node);
  return (index.typed.get(type) ?? []).filter((one) => {
    const range = index.rangeOf(one);
    return range.start >= start && range.end <= end;
  });
}

/** Any object in the syntax tree. Some have no `type`, for example the function of a method. */
type Node = Readonly<Record<string, unknown>>;

type IndexedModule = {
  /** The parent of each node. */
  readonly parents: ReadonlyMap<Node, Node>;
  /** The nodes by their type. */
  readonly typed: ReadonlyMap<string, readonly Node[]>;
  /** Returns the identifiers and strings that contain a name. */
  readonly mentions: (name: string) => readonly Node[];
  /** Returns the start and end of a node in the text. */
  readonly rangeOf: (node: Node) => { readonly start: number; readonly end: number };
};

/** Parses a module; undefined if it has syntax errors. */
function indexModule(text: string, file: string): IndexedModule | undefined {
  const parsed = parseModule(text, file);
  if (parsed.kind === 'unparsed') return undefined;
  const { offsetOf } = parsed.source;
  const parents = new Map<Node, Node>();
  const typed = new Map<string, Node[]>();
  const index = (node: Node): void => {
    addTo(typed, typeOf(node), node);
    for (const key in node) {
      const value = node[key];
      // because the items of an array may be anything
      const children = Array.isArray(value) ? (value as readonly unknown[]) : [value];
      for (const child of children)
        if (isMapping(child) && key !== 'span') {
          parents.set(child, node);
          index(child);
        }
    }
  };
  index({ type: 'Module', body: parsed.program.body });
  return {
    parents,
    typed,
    mentions: (name) => SAYING.flatMap((type) => (typed.get(type) ?? []).filter(says(name))),
    rangeOf: ({ span }) => {
      const { start, end } = span as Span; // because swc gives every node a span
      return { start: offsetOf(start), end: offsetOf(end) };
    },
  };
}

/** Returns the type of a node; empty if the node has none. */
function typeOf({ type }: Node): string {
  return typeof type === 'string' ? type : '';
}

function childOf(node: Node | undefined, key: string): Node | undefined {
  const child = node?.[key];
  return isMapping(child) ? child : undefined;
}

const SAYING = ['Identifier', 'StringLiteral', 'TemplateElement', 'JSXText'];

/** Returns a function that tells whether a node contains a name. In a string, other words may surround the name. */
function says(name: string): (node: Node) => boolean {
  return ({ value, raw }) => value === name || (typeof raw === 'string' && raw.includes(name));
}
