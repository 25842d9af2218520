// Random programs in which any value may reach any location, with operations that are called on the results.
import { createRandom } from './random-program.fixture.js';

export type EntangledProgram = {
  readonly source: string;
  /** The calls of the program, as `package kind operation`. */
  readonly called: readonly string[];
};

type Operation = readonly [call: (from: string) => string, use: string];

/** Ways to read an operation from a value about which too little is known. */
const OPERATIONS: readonly Operation[] = [
  [(from) => `${from}.s3.getObject({ Bucket: 'a', Key: 'k' });`, 's3 method GetObject'],
  [(from) => `const { putObject: put } = ${from}.s3; hub.push(put);`, 's3 method PutObject'],
  [
    (from) => `new (${from}.sdk.DeleteObjectCommand)({ Bucket: 'a', Key: 'k' });`,
    's3 command DeleteObject',
  ],
  [(from) => `${from}.sdk.paginateListObjectsV2({}, {});`, 's3 paginator ListObjectsV2'],
  [(from) => `${from}?.queue.sendMessage({ QueueUrl: 'u' });`, 'sqs method SendMessage'],
  [(from) => `hub.push(${from}.queue['purgeQueue']);`, 'sqs method PurgeQueue'],
];

type Statement = (names: readonly [own: string, other: string, third: string]) => string;

const STATEMENTS: readonly Statement[] = [
  ([, other]) => `hub.push({ x, y, f: ${other} });`,
  ([, other]) => `hub[x.at] = { ...x, ...hub[y.at], back: ${other} };`,
  ([, other, third]) => `x[y.name] = hub[x.at](${other}, ${third});`,
  ([, other]) => `y.next = [...hub, ${other}, x.next].map((item) => item(x, y));`,
  ([own]) => `Object.assign(x, y, { own: ${own} });`,
  ([, other]) => `table.set(x.name, ${other}(y, x)); y.found = table.get(y.name);`,
  () =>
    `class Own extends x.base { run(z: any) { hub.push(this, z); return super.run(z) ?? this.next; } } hub.push(Own, new Own());`,
  () => `(((x.a ||= {}).b ||= y).c ??= hub).d ||= x;`,
  ([, other]) => 'hub.push(`${x.name}-${y.name}`, ' + other + '.bind(x, y), x.then(y));',
];

/** Creates a program with `size` functions; the same seed always produces the same program. */
export function entangledProgram(seed: number, size: number): EntangledProgram {
  const random = createRandom(seed);
  const nameOf = (): string => `f${String(random(size))}`;
  const called = new Set<string>();
  const lines = [
    `import * as sdk from '@aws-sdk/client-s3';`,
    `import { SQS } from '@aws-sdk/client-sqs';`,
    `const hub: any[] = [{ s3: new sdk.S3({}), sdk, queue: new SQS({}) }];`,
    `const table = new Map<string, any>();`,
  ];
  for (let index = 0; index < size; index++) {
    const own = `f${String(index)}`;
    const body = Array.from({ length: 1 + random(4) }, () =>
      STATEMENTS[random(STATEMENTS.length)]?.([own, nameOf(), nameOf()]),
    );
    if (random(4) === 0) {
      const [call, use] = OPERATIONS[random(OPERATIONS.length)] ?? [];
      if (call && use !== undefined) {
        body.push(call(random(2) === 0 ? 'hub[x.at]' : 'x[y.name]'));
        called.add(use);
      }
    }
    lines.push(
      `export function ${own}(x: any, y: any): any { ${body.join(' ')} return hub[x.at](y, x.f); }`,
    );
  }
  return { source: lines.join('\n'), called: [...called] };
}
