// The example of the guide on policies: its policy and its explanation match the output of the commands.
import { expect, test } from 'vitest';
import { renderPolicyReasons } from '../../cli/terminal/policy-reasons.js';
import { readPage } from '../docs/pages.js';
import { generateFor } from './small-apps.js';

const { blocks } = readPage('docs/guide/policies.md');
const blockOf = (language: string): string =>
  blocks.find((block) => block.language === language)?.text ?? '';
const { generated } = generateFor({ 'app.ts': blockOf('ts') });

test('the policy is the one of the application', () => {
  expect(JSON.parse(blockOf('json'))).toEqual(generated.document);
});

test('the explanation is the one of the application', () => {
  const look = { hasColor: false };
  const table = renderPolicyReasons(generated.reasons, {
    sources: { readText: () => undefined },
    look,
  });
  expect(`${blockOf('text').trim()}\n`).toBe(table);
});
