// What the declarations of the package say of sources of events, each read through one door of it alone.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { typeCheck } from './type-check.js';

const TYPES = join(import.meta.dirname, '../../dist/types');

test('the types of framework/compiler know every source of a manifest', async () => {
  const text = `import type { Compilation } from '${TYPES}/compiler/index.js';
declare const { manifest }: Compilation;
export const kinds: 'rule'[] = (manifest?.events ?? []).map(({ kind }) => kind);
`;
  const sources = ['dynamodb', 'kinesis', 'rule', 's3', 'schedule', 'sns', 'sqs'];
  const union = sources.map((name) => `"${name}"`).join(' | ');
  expect(await messagesOf(text)).toContain(
    `Type '(${union})[]' is not assignable to type '"rule"[]'`,
  );
});

test('the types of framework/testing know what sends to functions', async () => {
  const text = `import type { EventMethods } from '${TYPES}/cli/serve/testing/index.js';
export const send = (client: EventMethods) => client.sqs('order').send('one');
export const wrong = (client: EventMethods) => client.mail('order');
`;
  expect(await messagesOf(text)).toMatch(/^TS2339: Property 'mail' does not exist [^\n]*$/);
});

async function messagesOf(text: string): Promise<string | undefined> {
  const code = { texts: { 'app.ts': text }, paths: [] };
  const messages = await typeCheck(code, { compiler: '7.0', mode: 'standard' });
  return messages.get('app.ts')?.join('\n');
}
