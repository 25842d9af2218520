// Specification 2.6: which role a function has, and where the policy of the role comes from.
import { expect, test } from 'vitest';
import { loadConfig } from '../../cli/config/load-config.js';
import type { LoadedConfig } from '../../cli/config/config-file.js';
import { renderPlain } from '../../cli/terminal/plain-diagnostics.js';
import { filesInMemory } from '../support/memory-files.js';

function load(config: unknown, stage = 'dev'): LoadedConfig {
  const files = filesInMemory({
    '.framework/policy-prod.json': '{}',
    '.framework/mine.json': '{}',
    '.framework/config.json': JSON.stringify(config, null, 2),
  });
  return loadConfig({ root: '/project', files }, stage, { isForDeploy: true });
}

function problems(config: unknown): string {
  return renderPlain(load(config).diagnostics, { readText: () => undefined });
}

test('manage_iam_role false takes the role that iam_role_arn names, and only then', () => {
  const iam_role_arn = 'arn:aws:iam::123456789012:role/mine';
  expect(load({ manage_iam_role: false, iam_role_arn }).config?.apiHandler.role).toEqual({
    kind: 'given',
    arn: iam_role_arn,
  });
  expect(load({ iam_role_arn }).config?.apiHandler.role).toEqual({
    kind: 'managed',
    policy: { kind: 'generated' },
  });
});

test('autogen_policy false reads .framework/policy-<stage-name>.json or the file named by iam_policy_file', () => {
  const policyOf = (raw: unknown, stage: string) => load(raw, stage).config?.apiHandler.role;
  expect(policyOf({ autogen_policy: false }, 'prod')).toEqual({
    kind: 'managed',
    policy: { kind: 'file', path: '.framework/policy-prod.json', isOwn: false },
  });
  expect(policyOf({ autogen_policy: false, iam_policy_file: 'mine.json' }, 'prod')).toEqual({
    kind: 'managed',
    policy: { kind: 'file', path: '.framework/mine.json', isOwn: false },
  });
});

test('a policy file that is to be read and is not there is reported where it is asked for', () => {
  expect(problems({ autogen_policy: false })).toMatchInlineSnapshot(`
      ".framework/config.json:2:3: error FW1131: \`autogen_policy\` is false for the stage dev, so its policy is read from \`.framework/policy-dev.json\`, but that file does not exist.
        hint: Create it with \`framework gen-policy > .framework/policy-dev.json\`, or remove \`autogen_policy\`.
      1 error in 1 file
      "
    `);
  const lambda_functions = { resize: { autogen_policy: false, iam_policy_file: 'none.json' } };
  expect(problems({ stages: { dev: { lambda_functions } } })).toMatchInlineSnapshot(`
    ".framework/config.json:7:30: error FW1131: \`autogen_policy\` is false for the function resize, so its policy is read from \`.framework/none.json\`, but that file does not exist.
      hint: Create it with \`framework gen-policy --function resize > .framework/none.json\`, or remove \`autogen_policy\`.
    1 error in 1 file
    "
  `);
  const iam_role_arn = 'arn:aws:iam::123456789012:role/mine';
  expect(problems({ autogen_policy: false, manage_iam_role: false, iam_role_arn })).toBe('');
});

test('a function has a role of its own when its own entry asks for a role or a policy', () => {
  const hasOwnRole = (own: object, top: object = {}) =>
    load(
      { ...top, stages: { prod: { lambda_functions: { resize: own } } } },
      'prod',
    ).config?.functionConfig('resize').hasOwnRole;
  expect(hasOwnRole({ lambda_timeout: 3 })).toBe(false);
  expect(hasOwnRole({ manage_iam_role: true })).toBe(true);
  expect(hasOwnRole({ autogen_policy: true })).toBe(true);
  expect(hasOwnRole({ iam_policy_file: 'mine.json' }, { autogen_policy: false })).toBe(true);
  // The key has no effect if the policy is generated.
  expect(hasOwnRole({ iam_policy_file: 'mine.json' })).toBe(false);
  const iam_role_arn = 'arn:aws:iam::123456789012:role/mine';
  expect(hasOwnRole({ manage_iam_role: false, iam_role_arn })).toBe(false);
});

test('a role that a function alone lacks is reported once, at the function', () => {
  const raw = {
    stages: { dev: { lambda_functions: { resize: { manage_iam_role: false } } } },
  };
  expect(problems(raw)).toMatchInlineSnapshot(`
      ".framework/config.json:6:11: error FW1117: \`manage_iam_role\` is false for the function resize, so \`iam_role_arn\` is required.
        hint: Add \`"iam_role_arn": "arn:aws:iam::<account>:role/<name>"\`, or remove \`manage_iam_role\`.
      1 error in 1 file
      "
    `);
});
