// The declarations of the package for event sources, each read through only one entry point.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isTurn, sampleOf } from '../support/sample.js';
import { type Compiler, RELEASES } from '../support/type-program.js';
import { typeCheck } from './type-check.js';

const TYPES = join(import.meta.dirname, '../../dist/types');

const releases = sampleOf('types of manifests', RELEASES, 6);

describe.runIf(isTurn('releases', 1, 2)).each(releases)('TypeScript %s', (compiler) => {
  test('the types of framework/compiler know every source of a manifest', async () => {
    const text = `import type { Compilation } from '${TYPES}/compiler/index.js';
declare const { manifest }: Compilation;
export const kinds: 'rule'[] = (manifest?.events ?? []).map(({ kind }) => kind);
`;
    const message = (await messagesOf(text, compiler)) ?? '';
    const named = [...(message.split(' is not assignable')[0]?.matchAll(/"(\w+)"/g) ?? [])].map(
      ([, name]) => name,
    );
    expect(named.toSorted()).toEqual([
      'dynamodb',
      'kinesis',
      'rule',
      's3',
      'schedule',
      'sns',
      'sqs',
    ]);
  });

  test('the types of framework/testing know what sends to functions', async () => {
    const text = `import type { EventMethods } from '${TYPES}/cli/serve/testing/index.js';
export const send = (client: EventMethods) => client.sqs('order').send('one');
export const wrong = (client: EventMethods) => client.mail('order');
`;
    expect(await messagesOf(text, compiler)).toMatch(
      /^TS2339: Property 'mail' does not exist [^\n]*$/,
    );
  });
});

async function messagesOf(text: string, compiler: Compiler): Promise<string | undefined> {
  const code = { texts: { 'app.ts': text }, paths: [] };
  const messages = await typeCheck(code, { compiler, mode: 'standard' });
  return messages.get('app.ts')?.join('\n');
}
