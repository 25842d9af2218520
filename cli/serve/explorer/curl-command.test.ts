import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlCommand } from './curl-command.js';
import type { SendForm } from './explorer-document.js';

const caller = {
  apiKey: 'local-api-key',
  credentials: { accessKeyId: 'local-access-key', secretAccessKey: 'local-secret-key' },
  region: 'us-east-1',
  manifest: undefined,
};
const facts = { url: 'http://localhost:8000', isOwnCredentials: false };
const GET: SendForm = { method: 'GET', target: '/a', headers: [], isSigned: false, hasKey: false };

const command = (form: Partial<SendForm>, isOwnCredentials = false): Promise<string> =>
  curlCommand({ ...GET, ...form }, caller, { ...facts, isOwnCredentials });

test('a request without anything is one word', async () => {
  expect(await command({})).toBe('curl http://localhost:8000/a');
  expect(await command({ method: 'HEAD' })).toBe('curl --head http://localhost:8000/a');
  expect(await command({ method: 'DELETE' })).toBe('curl -X DELETE http://localhost:8000/a');
});

test('headers, key, signature and body stand in lines', async () => {
  const headers = [
    ['Content-Type', 'application/json'],
    ['X-Empty', ''],
  ] as const;
  const body = { text: '{"name":"it\'s"}' };
  expect(await command({ method: 'PUT', headers, body, hasKey: true, isSigned: true }))
    .toMatchInlineSnapshot(`
      "curl -X PUT http://localhost:8000/a \\
        -H 'Content-Type: application/json' \\
        -H 'X-Empty;' \\
        -H 'X-Api-Key: local-api-key' \\
        --aws-sigv4 aws:amz:us-east-1:execute-api \\
        --user local-access-key:local-secret-key \\
        --data-raw '{"name":"it'\\''s"}'"
    `);
});

test('credentials of the environment are named, never written', async () => {
  const text = await command({ isSigned: true }, true);
  expect(text).toContain('--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"');
  expect(text).not.toContain('secret-key');
});

test('bytes come from base64', async () => {
  expect(await command({ method: 'POST', body: { base64: 'AP8=' } })).toMatchInlineSnapshot(`
    "printf %s 'AP8=' | base64 -d | curl http://localhost:8000/a \\
      -H 'Content-Type:' \\
      --data-binary @-"
  `);
});

test.each(["$(touch x) `id` 'a' \\ \n ! \"", '[a]{b}'])(
  'a shell hands %j over unchanged',
  async (text) => {
    const written = await command({ method: 'POST', body: { text } });
    const script = `curl() { for last; do :; done; printf %s "$last"; }\n${written}`;
    expect(spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout).toBe(text);
  },
);
