// Removes from the runtime what an application does not use. A bundler removes unused functions, but keeps all members of a
// class, so every application would carry all members of a request. A bundler also adds code that keeps each function's
// name, which the runtime's own functions do not need. Names decide what stays, not types: a member stays when its name
// occurs anywhere in the application.
import { parseModule } from '../compiler/syntax/swc.js';
import { APART, FIRST_CALLED, ONLY_WRITTEN, RECEIVED, RECEIVERS } from './runtime-names.js';
import type { ClassMember, ClassNode, ModuleItem, Span } from '../compiler/syntax/tree.js';

/** The names by which an application may use the runtime. */
export type UsedNames = {
  /** Whether a name occurs in the application, or in code that the compiler writes into it. */
  readonly has: (name: string) => boolean;
  /** Classes of the runtime that keep all their members, because the application passes an instance on. */
  readonly whole: ReadonlySet<string>;
};

/**
 * The text of the runtime, one JavaScript module, without unused members and without function names. Line numbers do not
 * change. A call `x.$name?.(y)` does not keep the member `$name`: the runtime writes optional features this way, with plain
 * arguments.
 */
export function slimRuntime(text: string, used: UsedNames): string {
  const units = readUnits(text);
  const reached = reachedUnits(units, used);
  const names = new Set([...reached].map(({ name }) => name));
  const pieces: string[] = [];
  let copied = 0;
  for (const unit of units) {
    const end = unit.start + unit.text.length;
    if (end <= copied) continue;
    const { shell } = unit;
    if (shell && !names.has(shell.name)) {
      pieces.push(text.slice(copied, shell.start), blank(text.slice(shell.start, shell.end)));
      copied = shell.end;
    } else {
      pieces.push(text.slice(copied, unit.start), slimUnit(unit, { reached, names, used }));
      copied = end;
    }
  }
  return pieces.join('') + text.slice(copied);
}

type Kept = {
  readonly reached: ReadonlySet<Unit>;
  /** The names of the remaining statements. */
  readonly names: ReadonlySet<string | undefined>;
  readonly used: UsedNames;
};

function slimUnit(unit: Unit, { reached, names, used }: Kept): string {
  const { name = '', owner, text, inserted } = unit;
  if (inserted !== undefined) return used.has(name) || used.whole.has(name) ? '' : inserted;
  if (!reached.has(unit) && (owner !== undefined || unit.stands)) {
    return blank(text);
  }
  const kept = text
    .replaceAll(/(?:[\w$]+\.)+(\$\w+)\?\.\([^()]*\)/g, (call, member: string) =>
      names.has(member) ? call : 'void 0',
    )
    // An absent optional call leaves no trace. Its letters would change the short names, see `stands`.
    .replaceAll(/!void 0 && | && !void 0(?=\))| \?\? void 0(?= \?\? |;)|(?<==> )void 0 \?\? /g, '')
    .replaceAll(/^ +[\w$]+: \([\w$]+\) => void 0,?$/gm, '')
    .replaceAll(/const (\w+) = void 0;(\s+)if \(\1\) return \1;/g, '$2');
  if (!/^(?:async )?function [\w$]+\(/.test(kept)) return kept;
  const nameless = kept.replace(/function [\w$]+/, 'function');
  // esbuild keeps the name of a function that is assigned directly. With the comma it is another expression, without a
  // name.
  return `var ${name} = (0, ${FIRST_CALLED.includes(name) ? `(${nameless})` : nameless});`;
}

/** The line breaks of a text, and spaces as long as its last line, so that what follows keeps its place. */
function blank(text: string): string {
  const lines = text.split('\n');
  return '\n'.repeat(lines.length - 1) + ' '.repeat(lines.at(-1)?.length ?? 0);
}

/** A statement of the runtime, or a member of one of its classes. */
type Unit = {
  /** The name by which other code uses it. Without a name it is used together with its class, or always. */
  readonly name: string | undefined;
  /** The class, for a member. */
  readonly owner: string | undefined;
  readonly start: number;
  readonly text: string;
  /** The words in its text, which are the names it uses. */
  readonly words: readonly string[];
  /**
   * True for a whole statement. The bundler would remove it too, but chooses short names by how often letters occur in its
   * input, so an unused function would change every bundle.
   */
  readonly stands?: boolean;
  /** Text that removes the name of the surrounding class, when the application does not use that name. */
  readonly inserted?: string;
  /** The statement of a class that is removed as a whole when the class is not used. */
  readonly shell?: Range & { readonly name: string };
  /** True when only the runtime can name it, not an application. */
  readonly isInner?: boolean;
};

function reachedUnits(units: readonly Unit[], { has, whole }: UsedNames): ReadonlySet<Unit> {
  const words = new Set<string>();
  const reached = new Set<Unit>();
  const isNamed = (name: string): boolean => words.has(name) || has(name);
  const isReached = ({ name, owner, isInner }: Unit): boolean => {
    if (isInner) return name === undefined || words.has(name);
    if (owner === undefined) return name === undefined || isNamed(name);
    if (!has(owner) && (RECEIVED.includes(owner) || !words.has(owner))) return false;
    if (name === undefined || has(name)) return true;
    if (whole.has(owner) && !ONLY_WRITTEN.includes(name)) return true;
    const receiver = RECEIVERS[owner];
    return words.has(receiver === undefined ? name : `${receiver}.${name}`);
  };
  let before = -1;
  while (before < reached.size) {
    before = reached.size;
    for (const unit of units) {
      if (reached.has(unit) || !isReached(unit)) continue;
      reached.add(unit);
      for (const word of unit.words) words.add(word);
    }
  }
  return reached;
}

/** The units of the last text. All builds of a process cut the same runtime. */
let last: { readonly text: string; readonly units: readonly Unit[] } | undefined;

function readUnits(text: string): readonly Unit[] {
  if (last?.text === text) return last.units;
  const parsed = parseModule(text, 'runtime.js');
  if (parsed.kind === 'unparsed') throw new Error('the runtime of this package has a syntax error');
  const source: Source = {
    textOf: ({ start, end }) => parsed.source.textOf({ start, end, ctxt: 0 }),
    offsetOf: parsed.source.offsetOf,
  };
  const isOfEvents = eventsOf(text);
  const units = parsed.program.body.flatMap((item) => {
    const made = statementUnits(item, source);
    if (isOfEvents(made[0]?.start ?? 0)) return made.map((unit) => eventUnit(unit, item, source));
    return APART.includes(made[0]?.name ?? '')
      ? made.map((unit) => ({ ...unit, ...shellOf(item, source) }))
      : made;
  });
  last = { text, units };
  return units;
}

/** Whether a place is in a module of `runtime/events/`, by the comment lines that the bundler writes before each module. */
function eventsOf(text: string): (place: number) => boolean {
  const modules = [...text.matchAll(/^\/\/ (\S+\.ts)$/gm)];
  return (place) =>
    /\bruntime\/events\//.test(modules.findLast(({ index }) => index < place)?.[1] ?? '');
}

/**
 * The unit of an event module. Most applications have no event functions, so no text of these modules remains, not even
 * class names.
 */
function eventUnit(unit: Unit, item: ModuleItem, source: Source): Unit {
  return { ...unit, ...(shellOf(item, source) ?? { isInner: true }) };
}

/** The statement of a class, to remove it as a whole. */
function shellOf(item: ModuleItem, { offsetOf }: Source): Pick<Unit, 'shell'> | undefined {
  if (item.type !== 'VariableDeclaration') return undefined;
  const [{ id, init } = {}] = item.declarations;
  if (id?.type !== 'Identifier' || init?.type !== 'ClassExpression') return undefined;
  const { start, end } = item.span;
  return { shell: { name: id.value, start: offsetOf(start), end: offsetOf(end) } };
}

type Range = Pick<Span, 'start' | 'end'>;
type Source = {
  readonly textOf: (range: Range) => string;
  readonly offsetOf: (position: number) => number;
};

function statementUnits(item: ModuleItem, source: Source): readonly Unit[] {
  const unit = (name: string, range: Range): Unit => makeUnit(source, range, { name });
  const standing = (name: string, range: Range): Unit => ({ ...unit(name, range), stands: true });
  switch (item.type) {
    case 'ImportDeclaration':
      return [];
    case 'ExportNamedDeclaration':
      return item.specifiers.flatMap((one, index) => {
        if (one.type !== 'ExportSpecifier') return [];
        // The range contains the comma after the specifier.
        const end = item.specifiers[index + 1]?.span.start ?? one.span.end;
        return [standing((one.exported ?? one.orig).value, { start: one.span.start, end })];
      });
    case 'FunctionDeclaration':
      return [standing(item.identifier.value, item.span)];
    case 'ClassDeclaration':
      return classUnits(item.identifier.value, item, source);
    case 'VariableDeclaration':
      return item.declarations.flatMap(({ id, init, span }) => {
        if (id.type !== 'Identifier') return [makeUnit(source, span, {})];
        if (init?.type !== 'ClassExpression')
          return item.declarations.length === 1
            ? [standing(id.value, item.span)]
            : [unit(id.value, span)];
        const { start, end } = init.span;
        return [
          { ...unit(id.value, { start, end: start }), inserted: '(0, ' },
          ...classUnits(id.value, init, source),
          { ...unit(id.value, { start: end, end }), inserted: ')' },
        ];
      });
    default:
      return 'span' in item ? [makeUnit(source, item.span, {})] : [];
  }
}

/** The units of a class: its base class, and each member. */
function classUnits(
  owner: string,
  { superClass, body }: ClassNode,
  source: Source,
): readonly Unit[] {
  const base =
    superClass?.type === 'Identifier' ? [makeUnit(source, superClass.span, { name: owner })] : [];
  const members = body.map((member) =>
    makeUnit(source, member.span, { name: memberName(member, source), owner }),
  );
  return [...base, ...members];
}

function makeUnit(
  source: Source,
  range: Range,
  { name, owner }: Partial<Pick<Unit, 'name' | 'owner'>>,
): Unit {
  const text = source.textOf(range);
  const self = owner === undefined ? undefined : RECEIVERS[owner];
  return { name, owner, start: source.offsetOf(range.start), text, words: wordsOf(text, self) };
}

/** The name by which code uses a member, with its `#`; undefined for constructors and computed members. */
function memberName(member: ClassMember, { textOf }: Source): string | undefined {
  switch (member.type) {
    case 'PrivateProperty':
    case 'PrivateMethod':
    case 'ClassProperty':
    case 'ClassMethod':
      return member.key.type === 'Computed' ? undefined : textOf(member.key.span);
    default:
      return undefined;
  }
}

/** The words of a text, each alone and together with the name before its dot. `self` replaces `this`. */
function wordsOf(text: string, self: string | undefined): readonly string[] {
  return [...text.matchAll(/(?:(?<=([#\w$]+)\??\.)|)([#\w$]+)(\?\.\()?/g)].flatMap(
    ([, before = '', word = '', isOptional]) => {
      if (isOptional) return [];
      return [word, `${before === 'this' ? (self ?? before) : before}.${word}`];
    },
  );
}
