// Every TypeScript construct that can contain itself, nested to a given number of levels.

/** Returns a text in which a construct is nested to the given number of levels. */
export type NestedForm = (levels: number) => string;

/** Repeats the opening and the closing text of a level around a core. */
function around(before: string, [open, close]: readonly [string, string], core = '1'): NestedForm {
  return (levels) => `${before}${open.repeat(levels)}${core}${close.repeat(levels)};`;
}

const value = (open: string, close = '', core = '1'): NestedForm =>
  around('export const x: any = ', [open, close], core);
const type = (open: string, close = '', core = 'A'): NestedForm =>
  around('export type X = ', [open, close], core);
const statement = (open: string, close = '', core = ''): NestedForm =>
  around('', [open, close], core);

/** Constructs whose levels are values and can contain each other: the opening and the closing text of a level. */
export const NESTED_VALUES: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[0, ', ']'],
  ['{ a: ', '}'],
  ['f(g(), ', ')'],
  ['`${', '}`'],
  ['() => ', ''],
  ['(a = ', ') => 1'],
  ['function () { if (q) return ', '; else a: while (q) {} }'],
  ['class { a = ', '}'],
  ['(q ? 1 : ', ')'],
  ['(q ? ', ' : 2)'],
  ['!', ''],
  ['new ', ''],
  ['(a = ', ')'],
  ['(1 + ', ')'],
  ['(', ' as Array<typeof a>)'],
  ['"({[" + ', ''],
  ['/[({/]+/.test(', ')'],
];

/** Constructs by name; each is valid TypeScript at any number of levels. */
export const NESTED_FORMS: Readonly<Record<string, NestedForm>> = {
  parentheses: value('(', ')'),
  lists: value('[', ']'),
  'lists behind others': value('[[], ', ']'),
  objects: value('{ a: ', '}'),
  calls: value('f(', ')'),
  'calls behind others': value('f(g(), ', ')'),
  'calls of calls': (levels) => `export const x: any = f${'()'.repeat(levels)};`,
  members: (levels) => `export const x: any = a${'.b'.repeat(levels)};`,
  'optional members': (levels) => `export const x: any = a${'?.b'.repeat(levels)};`,
  'computed members': (levels) => `export const x: any = a${'[0]'.repeat(levels)};`,
  'members of computed members': value('a[', ']'),
  templates: value('`${', '}`'),
  'tagged templates': (levels) => `export const x: any = a${'``'.repeat(levels)};`,
  arrows: value('() => '),
  'arrows with parameters': value('(a: any, b = 1) => '),
  'arrows with one parameter': value('a => '),
  'arrows with type parameters': value('<T extends object>(a: T) => '),
  'arrows with bodies': value('() => { return ', '}'),
  'async arrows': value('async () => '),
  'arrows in parameters': value('(a = ', ') => 1'),
  functions: statement('function f() { ', '}'),
  'generator functions': around('function* f() { ', ['yield ', ''], '1; }'),
  classes: statement('class A { m() { ', '} }'),
  'class expressions': value('class { a = ', '}'),
  'classes that extend classes': value('class extends ', ' {}', 'A'),
  'classes that extend classes in parentheses': value('class extends (', ') {}', 'A'),
  'classes that extend calls with classes': value('class extends f(', ') {}', 'class extends A {}'),
  decorators: value('@(', ' as any) class {}', 'd'),
  conditions: value('q ? 1 : '),
  'conditions in conditions': value('q ? ', ' : 2'),
  negations: value('!'),
  signs: value('- '),
  typeof: value('typeof '),
  void: value('void '),
  await: value('await '),
  new: value('new ', '', 'A'),
  assignments: value('a = '),
  sums: value('a + '),
  powers: value('a ** '),
  'logical and': value('a && '),
  'nullish values': value('a ?? '),
  'non-null assertions': (levels) => `export const x: any = a${'!'.repeat(levels)};`,
  as: (levels) => `export const x: any = a${' as T'.repeat(levels)};`,
  satisfies: (levels) => `export const x: any = a${' satisfies T'.repeat(levels)};`,
  'type assertions': value('<T>'),
  'type arguments of calls': value('f<typeof ', '>', 'A'),
  'list patterns': (levels) => `export const ${'['.repeat(levels)}a${']'.repeat(levels)} = x;`,
  'object patterns': (levels) =>
    `export const ${'{ a: '.repeat(levels)}a${' }'.repeat(levels)} = x;`,
  'patterns with defaults': (levels) =>
    `const [${'a = ['.repeat(levels)}${']'.repeat(levels)}] = x;`,
  blocks: statement('{', '}'),
  if: statement('if (q) '),
  'else if': statement('if (q) {} else '),
  'else if without braces': statement('if (q) a; else '),
  labels: (levels) =>
    `${Array.from({ length: levels }, (_, index) => `a${String(index)}: `).join('')};`,
  while: statement('while (q) '),
  do: statement('do ', ' while (q)', ';'),
  for: statement('for (;;) '),
  'for of': statement('for (const a of b) '),
  'for await': around('async function f() { ', ['for await (const a of b) ', ''], '; }'),
  try: statement('try { ', '} finally {}'),
  switch: statement('switch (q) { case 1: ', '}'),
  namespaces: statement('namespace A { ', '}'),
  'dotted namespaces': (levels) => `namespace A${'.B'.repeat(levels)} {}`,
  'type arguments': type('Array<', '>'),
  'type arguments behind others': type('Map<A, ', '>'),
  'list types': (levels) => `export type X = A${'[]'.repeat(levels)};`,
  'object types': type('{ a: ', '}'),
  'tuple types': type('[A?, ...', ']', 'A[]'),
  'function types': type('() => '),
  'generic function types': type('<T>(a: T) => '),
  'conditional types': type('A extends B ? C : '),
  keyof: type('keyof '),
  'type parentheses': type('(', ')'),
  'mapped types': type('{ [K in A]: ', '}'),
  'template types': type('`${', '}`'),
  'qualified types': (levels) => `export type X = A${'.B'.repeat(levels)};`,
  'import types': (levels) => `export type X = import('a')${'.B'.repeat(levels)};`,
  interfaces: (levels) => `interface X { a: ${'{ a: '.repeat(levels)}A${' }'.repeat(levels)} }`,
};

/** Constructs that only `.tsx` files allow. */
export const NESTED_JSX: Readonly<Record<string, NestedForm>> = {
  elements: value('<a>', '</a>', ''),
  'elements behind text': value("<a>it's a text <b /> ", '</a>', ''),
  'elements in attributes': value('<a b={', '} />'),
  'elements in braces': value('<a>{', '}</a>'),
  fragments: value('<>', '</>', ''),
};
