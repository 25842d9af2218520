// Handwritten policies: what a valid policy is, and the location of a mistake.
import { expect, test } from 'vitest';
import { filesInMemory } from '../../../test/support/memory-files.js';
import { renderPlain } from '../../terminal/plain-diagnostics.js';
import { readPolicyFile } from './policy-file.js';

function problems(text: string | undefined): string {
  const files = filesInMemory(text === undefined ? {} : { '.framework/policy.json': text });
  const read = readPolicyFile({ root: '/project', files }, '.framework/policy.json');
  return read.kind === 'read' ? '' : renderPlain(read.diagnostics, { readText: () => undefined });
}

test('a policy may take every form that IAM takes for a role', () => {
  const statement = { Effect: 'Deny', NotAction: 's3:*', NotResource: ['*'], Condition: {} };
  expect(problems(JSON.stringify({ Version: '2012-10-17', Statement: [statement] }))).toBe('');
  const single = { Effect: 'Allow', Action: 's3:*', Resource: '*', Sid: 'One' };
  expect(problems(JSON.stringify({ Statement: single }))).toBe('');
});

test('a file that is not there, or is not JSON', () => {
  expect(problems(undefined)).toMatchInlineSnapshot(`
    "error FW4050: The file \`.framework/policy.json\`, which should contain the policy of the role, does not exist.
      hint: Create it with \`framework gen-policy > .framework/policy.json\`, and edit it as needed.
    1 error
    "
  `);
  expect(problems('{\n  "Version": "2012-10-17",\n}\n')).toMatchInlineSnapshot(`
    ".framework/policy.json:3:1: error FW4051: The policy \`.framework/policy.json\` is not valid JSON: a key in double quotes is missing here.
      hint: JSON allows only double quotes, and neither comments nor a comma after the last entry.
    1 error in 1 file
    "
  `);
});

test('every slip is shown where it stands', () => {
  const policy = {
    Version: '2012',
    Statement: [
      { Effect: 'allow', Action: [], Resource: '*' },
      'nonsense',
      { Effect: 'Allow', Action: 's3:GetObject', Principal: '*' },
    ],
  };
  expect(problems(JSON.stringify(policy, null, 2))).toMatchInlineSnapshot(`
    ".framework/policy.json:2:14: error FW4052: \`Version\` of the policy \`.framework/policy.json\` must be \`"2012-10-17"\`.
      hint: Use the format that \`framework gen-policy\` prints: \`Version\`, and \`Statement\` with \`Effect\`, \`Action\` and \`Resource\`.
    .framework/policy.json:5:17: error FW4052: \`Statement[0].Effect\` of the policy \`.framework/policy.json\` must be \`"Allow"\` or \`"Deny"\`.
      hint: Use the format that \`framework gen-policy\` prints: \`Version\`, and \`Statement\` with \`Effect\`, \`Action\` and \`Resource\`.
    .framework/policy.json:6:17: error FW4052: \`Statement[0].Action\` of the policy \`.framework/policy.json\` must be a string or a list of strings.
      hint: Use the format that \`framework gen-policy\` prints: \`Version\`, and \`Statement\` with \`Effect\`, \`Action\` and \`Resource\`.
    .framework/policy.json:9:5: error FW4052: \`Statement[1]\` of the policy \`.framework/policy.json\` must be a mapping with \`Effect\`, \`Action\` and \`Resource\`.
      hint: Use the format that \`framework gen-policy\` prints: \`Version\`, and \`Statement\` with \`Effect\`, \`Action\` and \`Resource\`.
    .framework/policy.json:10:5: error FW4052: \`Statement[2].Resource\` of the policy \`.framework/policy.json\` must be a string or a list of strings.
      hint: Use the format that \`framework gen-policy\` prints: \`Version\`, and \`Statement\` with \`Effect\`, \`Action\` and \`Resource\`.
    .framework/policy.json:13:20: error FW4052: \`Statement[2].Principal\` of the policy \`.framework/policy.json\` must be omitted: the policy of a role has no such key.
      hint: Use the format that \`framework gen-policy\` prints: \`Version\`, and \`Statement\` with \`Effect\`, \`Action\` and \`Resource\`.
    6 errors in 1 file
    "
  `);
  expect(problems('[]')).toMatchInlineSnapshot(`
    ".framework/policy.json:1:1: error FW4052: The policy \`.framework/policy.json\` must be a mapping with \`Version\` and \`Statement\`.
      hint: Use the format that \`framework gen-policy\` prints: \`Version\`, and \`Statement\` with \`Effect\`, \`Action\` and \`Resource\`.
    1 error in 1 file
    "
  `);
  expect(problems('{}')).toMatchInlineSnapshot(`
    ".framework/policy.json:1:1: error FW4052: \`Statement\` of the policy \`.framework/policy.json\` must be a mapping with \`Effect\`, \`Action\` and \`Resource\`.
      hint: Use the format that \`framework gen-policy\` prints: \`Version\`, and \`Statement\` with \`Effect\`, \`Action\` and \`Resource\`.
    1 error in 1 file
    "
  `);
});
