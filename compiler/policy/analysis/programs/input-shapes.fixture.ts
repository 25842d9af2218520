// The inputs of calls: what is known about them, and especially what is not known. Each program ends with a call whose input
// contains the name of a bucket.

const BEFORE = `import { S3 } from '@aws-sdk/client-s3';
const s3 = new S3({});
`;

/** Returns a program in which `expression` is the name of a bucket. */
export function bucket(program: string, expression: string): string {
  return `${BEFORE}${program}\nexport const view = () => s3.listObjects({ Bucket: ${expression} });`;
}

/** A program, the expression that names the bucket, and what is known about that expression. */
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
