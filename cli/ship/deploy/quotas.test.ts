// Quotas that are exceeded before the first call.
import { expect, test } from 'vitest';
import { renderPlain } from '../../terminal/plain-diagnostics.js';
import type { Desired } from '../stage/states.js';
import { desiredOf, NOTHING, observedOf } from './states.fixture.js';
import { checkPackage, checkQuotas } from './prepare-deploy.js';

function problems(desired: Desired): string {
  return renderPlain(checkQuotas(desired), { readText: () => undefined });
}

function policyOf(characters: number): unknown {
  const empty = JSON.stringify({ Statement: '' }).length;
  return { Statement: 'x'.repeat(characters - empty) };
}

test('a policy may have 10240 characters', () => {
  const policies = (document: unknown) => ({
    'fixture-dev': { kind: 'file' as const, path: '.framework/policy-dev.json', document },
  });
  expect(problems(desiredOf({ policies: policies(policyOf(10_240)) }))).toBe('');
  expect(problems(desiredOf({ policies: policies(policyOf(10_241)) }))).toMatchInlineSnapshot(`
    "error FW6120: The policy of the role \`fixture-dev\`, \`.framework/policy-dev.json\`, has 10241 characters; IAM accepts at most 10240, not counting white space.
      hint: Combine statements that have the same resources, and use \`*\` for actions that begin with the same words.
    1 error
    "
  `);
});

test('a generated policy that is too long leads to roles of single functions', () => {
  const desired = desiredOf();
  const roles = desired.roles.map((role) => ({ ...role, policy: policyOf(12_000) }));
  expect(problems({ ...desired, roles })).toMatchInlineSnapshot(`
    "error FW6120: The policy of the role \`fixture-dev\` has 12000 characters; IAM accepts at most 10240, not counting white space.
      hint: Give every function its own role with \`role_per_function\`, or give individual functions their own roles with \`"autogen_policy": true\` in \`lambda_functions\`; or write a shorter policy by hand, with \`*\` in action names, and set \`autogen_policy\` to false.
    1 error
    "
  `);
});

test('a document of more than 6 MB is not sent', () => {
  const routes = Array.from({ length: 6000 }, (_, index) => ({
    path: `/r${index}`,
    cors: { allowOrigin: '*' },
  }));
  expect(problems(desiredOf({ routes }))).toMatch(/^error FW6121: .* 6000 routes is \d+ bytes/);
});

test('a zip file of more than 5 MB and ten times the deployed one is told before it is sent', () => {
  const desiredWith = (bytes: number): Desired => ({
    ...desiredOf(),
    package: { zip: new Uint8Array(bytes), sha256: 'code' },
  });
  const parts = [
    { kind: 'app', name: 'your code', bytes: 12_000 },
    { kind: 'library', name: 'frameworklib', bytes: 9_000_000 },
  ] as const;
  const told = (bytes: number, before: number): string =>
    renderPlain(checkPackage(desiredWith(bytes), observedOf(desiredWith(before)), parts), {
      readText: () => undefined,
    });
  expect(told(6_000_001, 600_000)).toMatchInlineSnapshot(`
    "warning FW6105: The zip file of the package is 6.0 MB; the deployed one is 600.0 kB.
      hint: The largest parts, unzipped: \`frameworklib\` 9.0 MB, \`your code\` 12.0 kB. Remove what no function needs; \`framework build\` lists all parts.
    1 warning
    "
  `);
  expect(told(6_000_000, 600_000)).toBe('');
  expect(told(5_000_000, 1000)).toBe('');
  expect(checkPackage(desiredWith(6_000_000), NOTHING, parts)).toEqual([]);
});
