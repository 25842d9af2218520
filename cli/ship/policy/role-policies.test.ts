// Which role has which policy (specification 2.6, 2.7).
import { expect, test } from 'vitest';
import { filesInMemory } from '../../../test/support/memory-files.js';
import { loadConfig } from '../../config/load-config.js';
import type { RawConfig } from '../../config/keys.js';
import { manifestOf } from '../../serve/gateway/manifest-of.fixture.js';
import { renderPlain } from '../../terminal/plain-diagnostics.js';
import { findRolePolicies } from './role-policies.js';
import { roleNeeds } from './role-need.js';

const POLICY = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }],
});

type Options = {
  readonly autogenPolicy?: boolean;
  readonly files?: Readonly<Record<string, string>>;
};

function find(raw: RawConfig, { autogenPolicy = true, files = {} }: Options = {}) {
  const text = JSON.stringify(raw);
  const project = {
    root: '/project',
    files: filesInMemory({ ...files, '.framework/config.json': text }),
  };
  const { config, diagnostics } = loadConfig(project, 'dev', { autogenPolicy, isForDeploy: true });
  if (!config) throw new Error(JSON.stringify(diagnostics));
  const needs = roleNeeds(manifestOf([{ path: '/' }], { functions: ['resize'] }), config);
  const uses = { uses: [], unresolved: [], reachedBy: {} };
  return { needs, ...findRolePolicies({ project, needs, uses, autogenPolicy }) };
}

test('all functions share one role', () => {
  const { needs, policies } = find({});
  expect(needs).toEqual([
    {
      name: 'fixture-dev',
      functions: undefined,
      source: { kind: 'generated' },
      hasVpc: false,
      hasTracing: false,
    },
  ]);
  expect(policies['fixture-dev']?.kind).toBe('generated');
});

test('a function whose entry asks for it has a role of its own; the VPC counts for whose it is', () => {
  const vpc = { subnet_ids: ['subnet-1'], security_group_ids: ['sg-1'] };
  const { needs } = find({ lambda_functions: { resize: { autogen_policy: true, ...vpc } } });
  expect(needs).toEqual([
    {
      name: 'fixture-dev',
      functions: ['api_handler'],
      source: { kind: 'generated' },
      hasVpc: false,
      hasTracing: false,
    },
    {
      name: 'fixture-dev-resize',
      functions: ['resize'],
      source: { kind: 'generated' },
      hasVpc: true,
      hasTracing: false,
    },
  ]);
});

test('a function with a given role needs none, and the others keep theirs', () => {
  const iam_role_arn = 'arn:aws:iam::123456789012:role/mine';
  const resize = { manage_iam_role: false, iam_role_arn };
  expect(find({ lambda_functions: { resize } }).needs).toMatchObject([
    { name: 'fixture-dev', functions: ['api_handler'] },
  ]);
  expect(find({ manage_iam_role: false, iam_role_arn })).toMatchObject({
    needs: [],
    policies: {},
    generated: undefined,
  });
});

test('with autogen_policy false the file of the stage is the policy, and none is generated', () => {
  const files = { '.framework/policy-dev.json': POLICY };
  expect(find({ autogen_policy: false }, { files })).toMatchObject({
    policies: { 'fixture-dev': { kind: 'file', path: '.framework/policy-dev.json' } },
    generated: undefined,
  });
});

test('with --no-autogen-policy the CLI loads policy.json in place of what would be generated', () => {
  const files = { '.framework/policy.json': POLICY, '.framework/own.json': POLICY };
  const resize = { autogen_policy: false, iam_policy_file: 'own.json' };
  const options = { autogenPolicy: false, files };
  expect(find({ lambda_functions: { resize } }, options)).toMatchObject({
    policies: {
      'fixture-dev': { kind: 'file', path: '.framework/policy.json' },
      'fixture-dev-resize': { kind: 'file', path: '.framework/own.json' },
    },
    generated: undefined,
  });
  const missing = find({}, { autogenPolicy: false });
  expect(missing.policies).toEqual({});
  expect(renderPlain(missing.diagnostics, { readText: () => undefined })).toContain('FW4050');
});

test('--no-autogen-policy beats `autogen_policy: false` of the stage, whose file may be missing then', () => {
  const files = { '.framework/policy.json': POLICY, '.framework/policy-dev.json': '{}' };
  const fromFile = {
    policies: { 'fixture-dev': { kind: 'file', path: '.framework/policy.json' } },
  };
  expect(find({ autogen_policy: false }, { autogenPolicy: false, files })).toMatchObject(fromFile);
  expect(
    find({ autogen_policy: false, iam_policy_file: 'gone.json' }, { autogenPolicy: false, files }),
  ).toMatchObject(fromFile);
});

test('the policy that is written down is the one of the whole application', () => {
  const { generated, policies } = find({ lambda_functions: { resize: { autogen_policy: true } } });
  expect(Object.keys(policies)).toEqual(['fixture-dev', 'fixture-dev-resize']);
  expect(generated).toMatchObject({ Version: '2012-10-17', Statement: [{ Effect: 'Allow' }] });
});
