// Inputs of calls: what is known of them, and above all what is not. Each program ends in a call of `use`, whose argument
// is the name of a bucket.

const BEFORE = `import { S3 } from '@aws-sdk/client-s3';
const s3 = new S3({});
`;

/** A program in which `expression` is the name of a bucket. */
export function bucket(program: string, expression: string): string {
  return `${BEFORE}${program}\nexport const view = () => s3.listObjects({ Bucket: ${expression} });`;
}

/** A program, the expression that names the bucket, what is known of it. */
export type InputShape = readonly [
  shape: string,
  program: string,
  expression: string,
  known: string,
];

export const KNOWN: readonly InputShape[] = [
  ['a literal', '', `'a'`, '"a"'],
  ['a constant', `const name = 'a';`, 'name', '"a"'],
  ['a template', `const stage = 'dev';`, '`photos-${stage}`', '"photos-dev"'],
  [
    'a template with an unknown part',
    `const f = (x) => x;`,
    '`tenant-${Math.random()}-x`',
    '"tenant-*-x"',
  ],
  ['a sum of texts', `const a = 'a', b = 'b';`, `a + '-' + b`, '"a-b"'],
  ['joined parts', '', `['a', 'b'].join('-')`, '"a-b"'],
  [
    'a member of a constant object',
    `const config = { names: { photos: 'a' } } as const;`,
    'config.names.photos',
    '"a"',
  ],
  ['a frozen object', `const config = Object.freeze({ photos: 'a' });`, 'config.photos', '"a"'],
  [
    'a member by a constant name',
    `const config = { a: 'x', b: 'y' }; const key = 'b';`,
    'config[key]',
    '"y"',
  ],
  ['an item of a list', `const names = ['a', 'b'];`, 'names[1]', '"b"'],
  ['an enum', `enum Bucket { Photos = 'a', Notes = 'b' }`, 'Bucket.Photos', '"a"'],
  ['a namespace', `namespace Names { export const photos = 'a'; }`, 'Names.photos', '"a"'],
  ['a choice', `const c = Math.random() > 0.5;`, `c ? 'a' : 'b'`, '"a"|"b"'],
  [
    'a variable with several assignments',
    `let name = 'a'; if (Math.random()) name = 'b';`,
    'name',
    '"a"|"b"',
  ],
  [
    'a destructured constant',
    `const { name, other: [first] } = { name: 'a', other: ['b'] };`,
    'first',
    '"b"',
  ],
  ['a default of a missing member', `const config: { a?: string } = {};`, `config.a ?? 'b'`, '"b"'],
  [
    'a parameter of which every call is known',
    `const f = (name: string) => name; const a = f('a'); f('b');`,
    'a',
    '"a"|"b"',
  ],
  ['a default of a parameter', `const f = (name = 'a') => name; const a = f();`, 'a', '"a"'],
  ['a static field', `class Config { static readonly bucket = 'a'; }`, 'Config.bucket', '"a"'],
  [
    'a field of an instance',
    `class Config { bucket = 'a'; } const config = new Config();`,
    'config.bucket',
    '"a"',
  ],
  [
    'a field that the constructor sets',
    `class Config { bucket; constructor(name) { this.bucket = name; } } const config = new Config('a');`,
    'config.bucket',
    '"a"',
  ],
  [
    'an inherited field',
    `class A { bucket = 'a'; } class B extends A {} const config = new B();`,
    'config.bucket',
    '"a"',
  ],
  [
    'a JSON module',
    `import config from './config.json'; import { bucket } from './config.json';`,
    `Math.random() ? config.bucket : bucket`,
    '"from-json"',
  ],
  [
    'a constant of another module',
    `import { photos, names } from './names.js';`,
    'c ? photos : names.notes',
    '"notes"|"photos"',
  ],
  ['lower case', `const name = 'PHOTOS';`, 'name.toLowerCase()', '"photos"'],
  [
    'void does not count',
    `const name = 'a'; console.log(name); JSON.stringify({ name });`,
    'name',
    '"a"',
  ],
  ['a variable of the environment', '', 'process.env.BUCKET', '"one"|"two"'],
  [
    'a destructured variable of the environment',
    `const { BUCKET } = process.env;`,
    'BUCKET',
    '"one"|"two"',
  ],
  [
    'an imported environment',
    `import { env } from 'node:process';`,
    `env['BUCKET']!`,
    '"one"|"two"',
  ],
  [
    'a variable of the environment in a template',
    '',
    '`${process.env.BUCKET}-x`',
    '"one-x"|"two-x"',
  ],
  ['a variable with an unused default', '', `process.env.BUCKET ?? 'x'`, '"one"|"two"'],
  [
    'an object that is only read',
    `const input = { bucket: 'a' }; function read(x) { return x.bucket; } read(input);`,
    'input.bucket',
    '"a"',
  ],
];

export const UNKNOWN_INPUTS: readonly InputShape[] = [
  [
    'a parameter of an exported function that nobody calls',
    `export const f = (name: string) => s3.headBucket({ Bucket: name });`,
    'f',
    '?',
  ],
  [
    'a parameter with a default of a function that nobody calls',
    `let name; export const f = (x = 'a') => { name = x; };`,
    'name',
    '?',
  ],
  [
    'a parameter of a function that is handed over',
    `let name = 'a'; const f = (x: string) => { name = x; }; f('b'); setTimeout(f, 1);`,
    'name',
    '?',
  ],
  ['a variable that is absent in one environment', '', 'process.env.PARTLY', '?'],
  ['an absent variable with a default', '', `process.env.ABSENT ?? 'x'`, '?'],
  ['an absent variable with another default', '', `process.env.ABSENT || 'x'`, '?'],
  [
    'a variable of the environment that is written',
    `process.env.BUCKET = globalThis.prompt();`,
    'process.env.BUCKET',
    '?',
  ],
  [
    'an environment that is handed over',
    `import load from 'dotenv'; load(process.env);`,
    'process.env.BUCKET',
    '?',
  ],
  [
    'an object that is changed by a computed name',
    `const config: any = { bucket: 'a' }; config[String(Math.random())] = 'b';`,
    'config.bucket',
    '"a"|"b"',
  ],
  [
    'an object that is given to a package',
    `import change from 'change'; const config = { bucket: 'a' }; change(config);`,
    'config.bucket',
    '?',
  ],
  [
    'an object inside one that is given to a package',
    `import change from 'change'; const config = { bucket: 'a' }; change({ x: [config] });`,
    'config.bucket',
    '?',
  ],
  [
    'an object that is thrown',
    `const config = { bucket: 'a' }; try { throw config; } catch (e) { e.bucket = 'b'; }`,
    'config.bucket',
    '?',
  ],
  ['a list that is sorted', `const names = ['b', 'a']; names.sort();`, 'names[0]', '?'],
  [
    'a list that is pushed to',
    `const names = ['a']; names.push('b'); const [, second] = names;`,
    'second',
    '?',
  ],
  [
    'a member that may be missing',
    `const config: any = {}; if (Math.random()) config.bucket = 'a';`,
    'config.bucket',
    '?',
  ],
  [
    'a member that is deleted',
    `const config: any = { bucket: 'a' }; delete config.bucket;`,
    'config.bucket',
    '?',
  ],
  [
    'a spread of something unknown behind',
    `const config = { bucket: 'a', ...JSON.parse('{}') };`,
    'config.bucket',
    '?',
  ],
  [
    'Object.assign of something unknown',
    `const config = { bucket: 'a' }; Object.assign(config, JSON.parse('{}'));`,
    'config.bucket',
    '?',
  ],
  [
    'defineProperty',
    `const config = { bucket: 'a' }; Object.defineProperty(config, 'bucket', { get: () => 'b' });`,
    'config.bucket',
    '?',
  ],
  [
    'Reflect.set',
    `const config = { bucket: 'a' }; Reflect.set(config, 'bucket', 'b');`,
    'config.bucket',
    '?',
  ],
  [
    'a setter',
    `let name = 'a'; const object = { set name(x) { name = x; } }; object.name = 'b';`,
    'name',
    '?',
  ],
  [
    'an uninitialised variable',
    `let name: string | undefined; if (Math.random()) name = 'a';`,
    'name',
    '?',
  ],
  [
    'a caught error',
    `let name = 'a'; try { name = 'b'; } catch (error) { name = error; }`,
    'name',
    '?',
  ],
  ['the name of a loop', `let name = 'a'; for (const key in { b: 1 }) name = key;`, 'name', '?'],
  [
    'a loop that makes longer and longer texts',
    `let name = 'a'; while (Math.random()) name = name + 'b';`,
    'name',
    '?',
  ],
  ['a counter', `let count = 1; count++;`, 'count', '?'],
  ['a tagged template', `const tag = (x) => x.raw[0];`, 'tag`a`', '?'],
  ['arguments', `let name = 'a'; function f() { name = arguments[0]; } f('b');`, 'name', '?'],
  [
    'bound arguments',
    `let name = 'a'; function f(x, y) { name = y; } f.bind(null, 'b')('c');`,
    'name',
    '?',
  ],
  ['apply', `let name = 'a'; function f(x) { name = x; } f.apply(null, ['b']);`, 'name', '?'],
  ['an imported value of a package', `import { name } from 'names';`, 'name', '?'],
  ['a regular expression', `const name = 'a-b'.replace(/a/, 'c');`, 'name', '?'],
  ['a number', `const name = 5;`, 'name', '5'],
  ['undefined', ``, 'undefined', '-'],
  [
    'a field that a container sets',
    `import { Inject } from 'typedi'; class A { @Inject() bucket = 'a'; } const a = new A();`,
    'a.bucket',
    '?',
  ],
  [
    'a field of an instance that is given away',
    `import keep from 'keep'; class A { bucket = 'a'; } const a = new A(); keep(a);`,
    'a.bucket',
    '?',
  ],
  [
    'a proxy',
    `const config = new Proxy({ bucket: 'a' }, { get: () => 'b' });`,
    'config.bucket',
    '?',
  ],
  [
    'a getter of a prototype',
    `const config: any = Object.create({ bucket: 'a' });`,
    'config.bucket',
    '?',
  ],
  [
    'a static member through an instance',
    `class A { static bucket = 'a'; f() { return (this.constructor as any).bucket; } } const a = new A();`,
    'a.f()',
    '?',
  ],
  ['the name of a function', `function photos() {}`, 'photos.name', '?'],
  [
    'the other item of a comparison',
    `const all = [{ bucket: 'a' }, { bucket: 'b' }]; const one = all[0]; all.sort((x, y) => { y.bucket = globalThis.prompt(); return 0; });`,
    'one.bucket',
    '?',
  ],
  [
    'middleware',
    `s3.middlewareStack.add((next) => (args) => { args.input.Bucket = 'b'; return next(args); });`,
    `'a'`,
    '?',
  ],
  ['eval', `let name = 'a'; eval("name = 'b'");`, 'name', '?'],
  ['destructuring into something', `let name = 'a'; ({ name } = JSON.parse('{}'));`, 'name', '?'],
  [
    'destructuring with an unknown default',
    `const f = () => globalThis.prompt(); const { name = f() }: any = {};`,
    'name',
    '?',
  ],
  [
    'an item of an unknown position',
    `const names = ['a', 'b'];`,
    'names[Math.floor(Math.random() * 2)]',
    '?',
  ],
  ['a generator', `function* f() { const x = yield 'a'; return x; }`, 'f().next().value', '?'],
  ['a JSON file that is not there', `import config from './missing.json';`, 'config.bucket', '?'],
];
