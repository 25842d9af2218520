// Each configuration key is applied to the functions under its own name.
import { expect, test } from 'vitest';
import { FUNCTION_KEYS, type RawConfig, STAGE_KEYS } from '../../../config/keys.js';
import { planDeploy } from '../../deploy/plan-deploy.js';
import { desiredOf, observedOf } from '../../deploy/states.fixture.js';

const VPC = { subnet_ids: ['subnet-1a2b3c4d'], security_group_ids: ['sg-1a2b3c4d'] };

const LAYERS = {
  first: 'arn:aws:lambda:eu-west-1:123456789012:layer:first:1',
  second: 'arn:aws:lambda:eu-west-1:123456789012:layer:second:2',
};

/** The changed value of each key, with the field of the plan that shows it. */
const CHANGES: Readonly<Record<string, readonly [RawConfig, string]>> = {
  iam_role_arn: [
    { manage_iam_role: false, iam_role_arn: 'arn:aws:iam::123456789012:role/given' },
    'iam_role_arn',
  ],
  environment_variables: [{ environment_variables: { ONE: '1' } }, 'environment_variables.ONE'],
  lambda_timeout: [{ lambda_timeout: 20 }, 'lambda_timeout'],
  lambda_memory_size: [{ lambda_memory_size: 256 }, 'lambda_memory_size'],
  architecture: [{ architecture: 'arm64' }, 'architecture'],
  tags: [{ tags: { team: 'maps' } }, 'tags.team'],
  subnet_ids: [VPC, 'subnet_ids'],
  security_group_ids: [VPC, 'security_group_ids'],
  reserved_concurrency: [{ reserved_concurrency: 5 }, 'reserved_concurrency'],
  layers: [{ layers: [LAYERS.second, LAYERS.first] }, 'layers'],
  ephemeral_storage: [{ ephemeral_storage: 1024 }, 'ephemeral_storage'],
  xray: [{ xray: true }, 'xray'],
  log_format: [{ log_format: 'json' }, 'environment_variables.FRAMEWORK_LOG_FORMAT'],
  runtime: [{ runtime: 'nodejs22.x' }, 'runtime'],
};

/** Keys that determine how a role is created, and keys of other resource types. */
const OF_OTHERS = [
  'manage_iam_role',
  'autogen_policy',
  'iam_policy_file',
  'role_per_function',
  'log_retention_in_days',
  'api_gateway_stage',
  'minimum_compression_size',
  'api_gateway_endpoint_type',
  'api_gateway_endpoint_vpce',
  'api_gateway_policy_file',
  'api_gateway_throttle',
  'api_gateway_custom_domain',
  'api_keys',
  'lambda_functions',
  // Part of the bundle.
  'metrics',
];

test('every key of a function is one of the function, or of another resource type', () => {
  const keys = [...Object.keys(FUNCTION_KEYS), ...Object.keys(STAGE_KEYS)];
  expect([...Object.keys(CHANGES), ...OF_OTHERS].toSorted()).toEqual(keys.toSorted());
});

test.each(Object.entries(CHANGES))('a plan names %s by the key', (_, [config, field]) => {
  const { functions } = planDeploy(desiredOf({ config }), observedOf(desiredOf()));
  const fields = functions.flatMap((one) => (one.action === 'update' ? one.fields : []));
  expect(fields.map((one) => one.field)).toContain(field);
});

test('a plan of everything names the fields in one order, and hides the values of variables', () => {
  const config = Object.assign({}, ...Object.values(CHANGES).map(([one]) => one)) as RawConfig; // because each element is such an object
  const before = observedOf(
    desiredOf({ config: { environment_variables: { ONE: '0', TWO: '0' } } }),
  );
  const [change] = planDeploy(desiredOf({ config }), before).functions;
  expect(change?.action === 'update' && change.fields).toEqual([
    { field: 'architecture', from: 'x86_64', to: 'arm64' },
    {
      field: 'iam_role_arn',
      from: 'arn:aws:iam::123456789012:role/fixture-dev',
      to: 'arn:aws:iam::123456789012:role/given',
    },
    { field: 'runtime', from: 'nodejs24.x', to: 'nodejs22.x' },
    { field: 'lambda_timeout', from: '60', to: '20' },
    { field: 'lambda_memory_size', from: '128', to: '256' },
    { field: 'environment_variables.FRAMEWORK_LOG_FORMAT', from: undefined, to: '(hidden)' },
    { field: 'environment_variables.ONE', from: '(hidden)', to: '(hidden)' },
    { field: 'environment_variables.TWO', from: '(hidden)', to: undefined },
    { field: 'subnet_ids', from: undefined, to: 'subnet-1a2b3c4d' },
    { field: 'security_group_ids', from: undefined, to: 'sg-1a2b3c4d' },
    { field: 'ephemeral_storage', from: '512', to: '1024' },
    { field: 'layers', from: undefined, to: `${LAYERS.second}, ${LAYERS.first}` },
    { field: 'xray', from: 'false', to: 'true' },
    { field: 'reserved_concurrency', from: undefined, to: '5' },
    { field: 'tags.team', from: undefined, to: 'maps' },
  ]);
});

test('the order of layers has a meaning', () => {
  const [before, after] = [
    [LAYERS.first, LAYERS.second],
    [LAYERS.second, LAYERS.first],
  ].map((layers) => desiredOf({ config: { layers } }));
  if (!before || !after) throw new Error('there are two');
  const [change] = planDeploy(after, observedOf(before)).functions;
  expect(change?.action === 'update' && change.fields.map(({ field }) => field)).toEqual([
    'layers',
  ]);
});
