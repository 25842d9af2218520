// The order in which code was deployed, according to the versions and their descriptions.
import { expect, test } from 'vitest';
import type { DescribedVersion, FunctionHistory } from '../../../cloud/services/lambda-function.js';
import { readCodeHistory, writeReturnRecord } from './function-state.js';

const MADE = 'Stage dev of helloworld, made by framework';
const back = (to: number, after: number): string =>
  writeReturnRecord({ to: String(to), after: String(after) });

/** Creates versions as `code` or `code@arm64` with their descriptions, oldest first; by default, the last one is running. */
function history(
  rows: readonly (readonly [code: string, description: string])[],
  latest: { readonly code?: string; readonly description?: string } = {},
): FunctionHistory {
  const settings = {
    role: 'role',
    runtime: 'nodejs24.x',
    handler: 'index.handler',
    timeout: 3,
    memorySize: 128,
    environment: {},
    vpc: undefined,
    layers: [],
    ephemeralStorage: 512,
    tracing: false,
  };
  const versions = rows.map(([codeSha256, description], index): DescribedVersion => ({
    version: String(index + 1),
    codeSha256: codeSha256.replace('@arm64', ''),
    architecture: codeSha256.endsWith('@arm64') ? 'arm64' : 'x86_64',
    publishedAt: index,
    description,
    settings,
  }));
  const last = versions.at(-1);
  return {
    latest: {
      codeSha256: latest.code ?? last?.codeSha256 ?? '',
      architecture: last?.architecture ?? 'x86_64',
      publishedAt: 0,
      description: latest.description ?? MADE,
      settings,
    },
    versions: versions.toReversed(),
  };
}

const numbers = (given: FunctionHistory): readonly unknown[] => {
  const { current, before, unfinished } = readCodeHistory(given);
  return [current?.version, before?.version, unfinished?.version];
};

test.each<[string, FunctionHistory, readonly unknown[]]>([
  ['one deploy', history([['A', MADE]]), ['1', undefined, undefined]],
  [
    'A, B, A',
    history([
      ['A', MADE],
      ['B', MADE],
      ['A', MADE],
    ]),
    ['3', '2', undefined],
  ],
  [
    'A, B, rollback',
    history([
      ['A', MADE],
      ['B', MADE],
      ['A', back(1, 2)],
    ]),
    ['1', undefined, undefined],
  ],
  [
    'A, B, rollback, C',
    history([
      ['A', MADE],
      ['B', MADE],
      ['A', back(1, 2)],
      ['C', MADE],
    ]),
    ['4', '1', undefined],
  ],
  [
    'A, B, C, rollback, D, rollback',
    history([
      ['A', MADE],
      ['B', MADE],
      ['C', MADE],
      ['B', back(2, 3)],
      ['D', MADE],
      ['B', back(2, 5)],
    ]),
    ['2', '1', undefined],
  ],
  [
    'a deploy inherits the text of a rollback that was interrupted at its end',
    history(
      [
        ['A', MADE],
        ['B', MADE],
        ['A', back(1, 2)],
        ['C', back(1, 2)],
      ],
      { description: back(1, 2) },
    ),
    ['4', '1', undefined],
  ],
  [
    'a rollback that was interrupted before its code, then a deploy',
    history(
      [
        ['A', MADE],
        ['B', MADE],
        ['C', back(1, 2)],
      ],
      { description: back(1, 2) },
    ),
    ['3', '2', undefined],
  ],
  [
    'a rollback that was interrupted before its code',
    history(
      [
        ['A', MADE],
        ['B', MADE],
      ],
      { description: back(1, 2) },
    ),
    ['2', '1', undefined],
  ],
  [
    'a rollback that was interrupted after its code',
    history(
      [
        ['A', MADE],
        ['B', MADE],
        ['A', back(1, 2)],
      ],
      { description: back(1, 2) },
    ),
    ['1', undefined, '1'],
  ],
  [
    'the same code again, with other settings',
    history([
      ['A', MADE],
      ['B', MADE],
      ['B', MADE],
    ]),
    ['3', '1', undefined],
  ],
  [
    'the same code on another processor',
    history([
      ['A', MADE],
      ['A@arm64', MADE],
    ]),
    ['2', '1', undefined],
  ],
  [
    'the same code on another processor, and a rollback',
    history([
      ['A', MADE],
      ['A@arm64', MADE],
      ['A', back(1, 2)],
    ]),
    ['1', undefined, undefined],
  ],
  [
    'code that was put by hand and never published',
    history(
      [
        ['A', MADE],
        ['B', MADE],
      ],
      { code: 'by hand' },
    ),
    [undefined, '2', undefined],
  ],
  [
    'a rollback of an earlier framework, which published nothing',
    history(
      [
        ['A', ''],
        ['B', ''],
        ['C', ''],
      ],
      { code: 'B', description: '' },
    ),
    ['2', '1', undefined],
  ],
])('%s', (_, given, expected) => {
  expect(numbers(given)).toEqual(expected);
});

test('where the version is gone that a rollback went to, nobody knows what ran before', () => {
  const { latest, versions } = history([
    ['A', MADE],
    ['B', MADE],
    ['C', MADE],
    ['B', back(2, 3)],
  ]);
  const rest = versions.filter(({ version }) => version !== '2');
  expect(numbers({ latest, versions: rest })).toEqual([undefined, undefined, undefined]);
});

test.each<
  [
    string,
    readonly (readonly [string, string])[],
    readonly string[],
    readonly unknown[],
    { readonly description: string }?,
  ]
>([
  [
    'a deploy after a rollback',
    [
      ['A', MADE],
      ['B', MADE],
      ['C', MADE],
      ['B', back(2, 3)],
      ['D', MADE],
    ],
    ['1', '2'],
    ['5', '4', undefined],
  ],
  [
    'the same code again after a rollback',
    [
      ['A', MADE],
      ['B', MADE],
      ['C', MADE],
      ['B', back(2, 3)],
      ['B', MADE],
    ],
    ['1', '2'],
    ['5', undefined, undefined],
  ],
  [
    'a rollback to a version that a rollback had made',
    [
      ['A', MADE],
      ['B', MADE],
      ['C', MADE],
      ['B', back(2, 3)],
      ['D', MADE],
      ['B', back(4, 5)],
    ],
    ['1', '2'],
    [undefined, undefined, undefined],
  ],
  [
    'a rollback to such a version that was interrupted after its code',
    [
      ['A', MADE],
      ['B', MADE],
      ['C', MADE],
      ['B', back(2, 3)],
      ['D', MADE],
      ['B', back(4, 5)],
    ],
    ['1', '2'],
    [undefined, undefined, '4'],
    { description: back(4, 5) },
  ],
])('where old versions were pruned: %s', (_, rows, pruned, expected, now) => {
  const { latest, versions } = history(rows, now);
  const rest = versions.filter(({ version }) => !pruned.includes(version));
  expect(numbers({ latest, versions: rest })).toEqual(expected);
});

test('where old versions were pruned: code that was put by hand after a rollback', () => {
  const { latest, versions } = history(
    [
      ['A', MADE],
      ['B', MADE],
      ['A', back(1, 2)],
    ],
    { code: 'by hand' },
  );
  const rest = versions.filter(({ version }) => version !== '1');
  expect(numbers({ latest, versions: rest })).toEqual([undefined, '3', undefined]);
});
