// Small applications in which little is known about values: annotations, guesses, and code that only looks like a use.
import type { Shape } from './command-shapes.fixture.js';

/** Cases in which nothing is known about the values, so their types are used. */
export const ANNOTATIONS: readonly Shape[] = [
  [
    'a parameter',
    `import { SSM } from '@aws-sdk/client-ssm';
     export const load = (ssm: SSM) => ssm.getParameter({ Name: '/a' });`,
    'ssm method GetParameter({ Name: "/a" })',
  ],
  [
    'a destructured parameter of an interface in another module',
    `import type { Deps } from './deps.js';
     import '@aws-sdk/client-ssm';
     export const load = ({ ssm }: Deps) => ssm.getParameter({ Name: '/a' });
     export const save = async (deps: Promise<Readonly<Deps>>) => (await deps).kms().encrypt({ KeyId: 'k' });
-- deps.ts --
     import type { SSM } from '@aws-sdk/client-ssm';
     import type { KMS } from '@aws-sdk/client-kms';
     export interface Base { kms(): KMS }
     export interface Deps extends Base { ssm: SSM }`,
    'ssm method GetParameter({ Name: "/a" })\nkms method Encrypt({ KeyId: "k" })',
  ],
  [
    'an interface that extends one of a namespace',
    `import type { Deps } from './deps.js';
     import '@aws-sdk/client-ssm';
     export const load = ({ ssm }: Deps) => ssm.getParameter({ Name: '/a' });
-- deps.ts --
     import type * as base from './base.js';
     export interface Deps extends base.Base<string> { extra: number }
-- base.ts --
     import type { SSM } from '@aws-sdk/client-ssm';
     export interface Base<T> { ssm: SSM; value: T }`,
    'ssm method GetParameter({ Name: "/a" })',
  ],
  [
    'types that refer to each other, and to themselves with ever other arguments',
    `import type { Node } from './node.js';
     import '@aws-sdk/client-ssm';
     export const load = (node: Node) => node.next().other.next().other.ssm.getParameter({ Name: '/a' });
     export const grow = (list: Grown<Node>) => list;
     type Grown<T> = Grown<T[]> | Grown<{ item: T }> | T;
-- node.ts --
     import type { SSM } from '@aws-sdk/client-ssm';
     export interface Node { next(): Box<Node>; ssm: SSM; all: Record<string, Node>; list: Box<Box<Node>>[] }
     interface Box<T> { other: T; box: Box<Box<T>>; map<U>(): Box<U> }`,
    'ssm method GetParameter({ Name: "/a" })',
  ],
  [
    'Pick, Record, Map, tuples, arrays',
    `import type { S3 } from '@aws-sdk/client-s3';
     type Reader = Pick<S3, 'getObject'>;
     declare function ask<T>(): T;
     export const a = (reader: Reader) => reader.getObject({ Bucket: 'a' });
     export const b = (all: Record<string, S3>) => all.eu.getObject({ Bucket: 'b' });
     export const c = (all: Map<string, S3>) => all.get('eu')!.getObject({ Bucket: 'c' });
     export const d = ([first]: [S3, string]) => first.getObject({ Bucket: 'd' });
     export const e = (all: S3[]) => all.forEach((one) => one.getObject({ Bucket: 'e' }));
     export const f = (one: S3 | undefined) => one?.getObject({ Bucket: 'f' });`,
    ['a', 'b', 'c', 'd', 'e', 'f']
      .map((name) => `s3 method GetObject({ Bucket: "${name}" })`)
      .join('\n'),
  ],
  [
    'ReturnType and typeof',
    `import { S3 } from '@aws-sdk/client-s3';
     const make = () => new S3({});
     const one = make();
     export const a = (s3: ReturnType<typeof make>) => s3.getObject({ Bucket: 'a' });
     export const b = (s3: typeof one) => s3.getObject({ Bucket: 'b' });`,
    's3 method GetObject({ Bucket: "a" })\ns3 method GetObject({ Bucket: "b" })',
  ],
  [
    'a type argument, a cast and a result',
    `import { S3 } from '@aws-sdk/client-s3';
     import { container } from 'tsyringe';
     container.resolve<S3>('s3').getObject({ Bucket: 'a' });
     (container.resolve('s3') as S3).getObject({ Bucket: 'b' });
     const make = (): S3 => container.resolve('s3');
     make().getObject({ Bucket: 'c' });`,
    ['a', 'b', 'c'].map((name) => `s3 method GetObject({ Bucket: "${name}" })`).join('\n'),
  ],
  [
    'a field that a container fills',
    `import { S3 } from '@aws-sdk/client-s3';
     import { Inject } from 'typedi';
     export class Store { @Inject() private s3!: S3; get() { return this.s3.getObject({ Bucket: 'a' }); } }
     export class Other { constructor(private readonly s3: S3) {} get() { return this.s3.getObject({ Bucket: 'b' }); } }`,
    's3 method GetObject({ Bucket: "a" })\ns3 method GetObject({ Bucket: "b" })',
  ],
];

/** Cases in which a method with the name of an operation is called on an unknown object. */
export const GUESSES: readonly Shape[] = [
  [
    'a client that comes back from a package is guessed',
    `import { S3 } from '@aws-sdk/client-s3';
     import { container } from 'tsyringe';
     container.register('s3', { useValue: new S3({}) });
     container.resolve('s3').getObject({ Bucket: 'b' });`,
    's3 method GetObject({ Bucket: "b" })\nS3 given to tsyringe\nguessed container.resolve(\'s3\').getObject of @aws-sdk/client-s3',
  ],
  [
    'a method of a class of the project is not guessed',
    `import { S3 } from '@aws-sdk/client-s3';
     export const s3 = new S3({});
     class Fake { getObject(input: object) { return input; } }
     new Fake().getObject({ Bucket: 'b' });`,
    '',
  ],
  [
    'get of something else is not guessed',
    `import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
     export const db = (client) => DynamoDBDocument.from(client);
     export const f = (headers, cache) => [headers.get('x'), cache.delete({ id: 1 }), JSON.parse('{}').get({ TableName: 't' })];`,
    '',
  ],
];

/** Code that looks like a use but is not. */
export const TRAPS: readonly Shape[] = [
  [
    'types, unused imports, instanceof, comments and texts',
    `import { S3, PutObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
     import type { DeleteObjectCommand } from '@aws-sdk/client-s3';
     // new GetObjectCommand({})
     export type Input = ConstructorParameters<typeof GetObjectCommand>;
     export const text = 'new PutObjectCommand({})';
     export const f = (x: unknown, y: DeleteObjectCommand) => x instanceof PutObjectCommand;
     export const s3 = new S3({});`,
    '',
  ],
  [
    'a name that is shadowed',
    `import { PutObjectCommand, S3 } from '@aws-sdk/client-s3';
     export function f(PutObjectCommand: new (x: object) => object) { return new PutObjectCommand({ Bucket: 'b' }); }
     class Local {}
     export const g = () => { const S3 = Local; return (new S3() as any).getObject; };`,
    '',
  ],
  [
    'a module that nothing imports',
    `import { S3 } from '@aws-sdk/client-s3';
     export const s3 = new S3({});
-- scripts/seed.ts --
     import { PutObjectCommand } from '@aws-sdk/client-s3';
     new PutObjectCommand({});`,
    '',
  ],
  [
    'a homonym of another package',
    `import { PutObjectCommand, S3 } from 'my-storage';
     new PutObjectCommand({});
     new S3().getObject({});`,
    '',
  ],
  [
    'send, destroy and config of a client',
    `import { S3 } from '@aws-sdk/client-s3';
     const s3 = new S3({});
     s3.config.region();
     s3.destroy();`,
    '',
  ],
  [
    'a module that is imported for its types only',
    `import { S3 } from '@aws-sdk/client-s3';
     import type { X } from './x.js';
     export const s3: { x?: X; s3: S3 } = { s3: new S3({}) };
-- x.ts --
     import { PutObjectCommand } from '@aws-sdk/client-s3';
     export type X = string;
     new PutObjectCommand({});`,
    '',
  ],
];
