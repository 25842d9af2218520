// The order in which code was deployed, according to the versions and their descriptions.
import { expect, test } from 'vitest';
import type { DescribedVersion, FunctionHistory } from '../../../cloud/services/lambda-function.js';
import { readCodeHistory, writeReturnRecord } from './function-state.js';

const MADE = 'Stage dev of helloworld, made by framework';
const back = (to: string, after: string): string => writeReturnRecord({ to, after });

type Now = {
  /** The code that runs; by default that of the last version. */
  readonly code?: string;
  readonly description?: string;
  /** The versions that were deleted. */
  readonly pruned?: readonly string[];
};

/**
 * Creates the versions of a text, oldest first: `A` and `A@arm64` are code that was deployed, `A()` is code without a
 * description, and `A(1<2)` is a rollback to version 1 after version 2.
 */
function history(text: string, now: Now = {}): FunctionHistory {
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
  const versions = text.split(' ').map((word, index): DescribedVersion => {
    const [, code = '', isArm, , to, after = ''] =
      /^(\w+)(@arm64)?(\((?:(\d)<(\d))?\))?$/.exec(word) ?? [];
    const description = to !== undefined ? back(to, after) : word.endsWith('()') ? '' : MADE;
    return {
      version: String(index + 1),
      codeSha256: code,
      architecture: isArm ? 'arm64' : 'x86_64',
      publishedAt: index,
      description,
      settings,
    };
  });
  const last = versions.at(-1);
  return {
    latest: {
      codeSha256: now.code ?? last?.codeSha256 ?? '',
      architecture: last?.architecture ?? 'x86_64',
      publishedAt: 0,
      description: now.description ?? MADE,
      settings,
    },
    versions: versions.toReversed().filter(({ version }) => !now.pruned?.includes(version)),
  };
}

/** Returns the versions that run, that ran before, and to which a rollback is unfinished. */
function numbers(given: FunctionHistory): string {
  const { current, before, unfinished } = readCodeHistory(given);
  return [current, before, unfinished].map((one) => one?.version ?? '-').join(' ');
}

const AT_END = { description: back('1', '2') };
const OLD = { code: 'B', description: '' };

test.each<[title: string, versions: string, expected: string, now?: Now]>([
  ['one deploy', 'A', '1 - -'],
  ['A, B, A', 'A B A', '3 2 -'],
  ['A, B, rollback', 'A B A(1<2)', '1 - -'],
  ['A, B, rollback, C', 'A B A(1<2) C', '4 1 -'],
  ['A, B, C, rollback, D, rollback', 'A B C B(2<3) D B(2<5)', '2 1 -'],
  ['a deploy that inherits the text of a rollback', 'A B A(1<2) C(1<2)', '4 1 -', AT_END],
  ['a rollback interrupted before its code, then a deploy', 'A B C(1<2)', '3 2 -', AT_END],
  ['a rollback that was interrupted before its code', 'A B', '2 1 -', AT_END],
  ['a rollback that was interrupted after its code', 'A B A(1<2)', '1 - 1', AT_END],
  ['the same code again, with other settings', 'A B B', '3 1 -'],
  ['the same code on another processor', 'A A@arm64', '2 1 -'],
  ['the same code on another processor, and a rollback', 'A A@arm64 A(1<2)', '1 - -'],
  ['code that was put by hand and never published', 'A B', '- 2 -', { code: 'hand' }],
  ['a rollback of an earlier framework, which published nothing', 'A() B() C()', '2 1 -', OLD],
])('%s', (_, versions, expected, now) => {
  expect(numbers(history(versions, now))).toBe(expected);
});

const pruned = ['1', '2'];
const AFTER_CODE = { pruned, description: back('4', '5') };

test.each<[title: string, versions: string, expected: string, now: Now]>([
  ['a rollback to a version that is gone', 'A B C B(2<3)', '- - -', { pruned: ['2'] }],
  ['a deploy after a rollback', 'A B C B(2<3) D', '5 4 -', { pruned }],
  ['the same code again after a rollback', 'A B C B(2<3) B', '5 - -', { pruned }],
  ['a rollback to a version of a rollback', 'A B C B(2<3) D B(4<5)', '- - -', { pruned }],
  ['a rollback to such a version, interrupted', 'A B C B(2<3) D B(4<5)', '- - 4', AFTER_CODE],
  ['code by hand after a rollback', 'A B A(1<2)', '- 3 -', { code: 'hand', pruned: ['1'] }],
])('where old versions were pruned: %s', (_, versions, expected, now) => {
  expect(numbers(history(versions, now))).toBe(expected);
});
