// What the declarations of the package say of sources of events, each read through one door of it alone.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMPILERS } from '../support/type-program.js';
import { typeCheck } from './type-check.js';

const TYPES = join(import.meta.dirname, '../../dist/types');

describe.each(Object.keys(COMPILERS) as (keyof typeof COMPILERS)[])('TypeScript %s', (compiler) => {
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

async function messagesOf(
  text: string,
  compiler: keyof typeof COMPILERS,
): Promise<string | undefined> {
  const code = { texts: { 'app.ts': text }, paths: [] };
  const messages = await typeCheck(code, { compiler, mode: 'standard' });
  return messages.get('app.ts')?.join('\n');
}
