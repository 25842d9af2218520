// Configurations that together contain every key, on every level, and every kind of mistake in a key. `@app` and `@function`
// are replaced with the names of the application and of its function.
const POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:*:s3:::pictures/*'] }],
};
const ROLE = 'arn:aws:iam::123456789012:role/ready-made';

/**
 * The files in `.framework/` by the name of the configuration. Each configuration is used with every application that accepts
 * it.
 */
export const CONFIGURATIONS = {
  'every-key': {
    'config.json': {
      version: '2.0',
      app_name: '@app',
      environment_variables: { FROM_TOP: 'top', SHADOWED: 'top' },
      lambda_timeout: 20,
      lambda_memory_size: 256,
      tags: { team: 'maps', level: 'top' },
      lambda_functions: { '@function': { lambda_timeout: 300 } },
      stages: {
        dev: {
          api_gateway_stage: 'v1',
          runtime: 'nodejs22.x',
          environment_variables: { FROM_STAGE: 'stage', SHADOWED: 'stage' },
          lambda_memory_size: 512,
          reserved_concurrency: 3,
          subnet_ids: ['subnet-1a', 'subnet-1b'],
          security_group_ids: ['sg-1'],
          tags: { level: 'stage' },
          lambda_functions: {
            '@function': {
              environment_variables: { FROM_FUNCTION: 'function', SHADOWED: 'function' },
              lambda_memory_size: 1024,
              reserved_concurrency: 1,
              tags: { level: 'function' },
            },
            api_handler: { lambda_timeout: 25, tags: { level: 'handler' } },
          },
        },
        prod: { lambda_memory_size: 2048 },
      },
    },
  },
  'ready-roles': {
    'config.json': {
      version: '2.0',
      app_name: '@app',
      stages: {
        dev: {
          manage_iam_role: false,
          iam_role_arn: ROLE,
          lambda_functions: {
            '@function': { manage_iam_role: true, autogen_policy: true },
          },
        },
      },
    },
  },
  'own-policies': {
    'config.json': {
      version: '2.0',
      app_name: '@app',
      stages: {
        dev: {
          autogen_policy: false,
          lambda_functions: {
            '@function': { autogen_policy: false, iam_policy_file: 'pictures.json' },
          },
        },
      },
    },
    'policy-dev.json': POLICY,
    'pictures.json': POLICY,
  },
  'base-policy': {
    'config.json': { version: '2.0', app_name: '@app' },
    'policy-base.json': POLICY,
  },
  'half-networks': {
    'config.json': {
      version: '2.0',
      app_name: '@app',
      subnet_ids: ['subnet-1a'],
      stages: { dev: { iam_role_arn: ROLE, iam_policy_file: 'pictures.json' } },
    },
  },
  'wrong-values': {
    'config.json': {
      version: '1.0',
      app_name: 'no name',
      environment_variables: { '1A': 'x', A_NUMBER: 1 },
      lambda_timeout: 0,
      lambda_memory_size: 130,
      tags: { 'aws:x': 'y', '': 'z', long: 'x'.repeat(300), sign: '<' },
      subnet_ids: 'subnet-1',
      security_group_ids: ['group-1'],
      reserved_concurrency: -1,
      autogen_policy: 'yes',
      manage_iam_role: 0,
      iam_role_arn: 'role',
      iam_policy_file: '/etc/policy.json',
      lambda_functions: { '@function': { lambda_timeout: 901, runtime: 'nodejs22.x' } },
      stages: {
        dev: { api_gateway_stage: 'a b', runtime: 'nodejs18.x', lambda_functions: { 'a b': {} } },
        'no stage': {},
      },
    },
  },
  'wrong-names': {
    'config.json': {
      version: '2.0',
      app_name: '@app',
      lambda_timout: 10,
      memory: 128,
      api_gateway_stage: 'api',
      stages: {
        dev: {
          lambdaTimeout: 10,
          enviroment_variables: {},
          lambda_functions: { nothing: { lambda_timeout: 10, api_gateway_stage: 'x' } },
        },
      },
    },
  },
  'wrong-together': {
    'config.json': {
      version: '2.0',
      app_name: '@app',
      stages: {
        dev: {
          manage_iam_role: false,
          autogen_policy: false,
          iam_policy_file: 'missing.json',
          environment_variables: { AWS_REGION: 'x', LARGE: 'x'.repeat(5000) },
          tags: { 'cloud-framework': 'x' },
        },
      },
    },
  },
  'missing-role': {
    'config.json': {
      version: '2.0',
      app_name: '@app',
      stages: { dev: { manage_iam_role: false } },
    },
  },
  'missing-policy': {
    'config.json': {
      version: '2.0',
      app_name: '@app',
      stages: { dev: { lambda_functions: { '@function': { autogen_policy: false } } } },
    },
  },
  'wrong-shapes': { 'config.json': { version: '2.0', app_name: 1, stages: [], tags: null } },
};

/** Returns the text of a configuration file for an application. */
export function configurationText(file, { app, functionName }) {
  const text = JSON.stringify(file, null, 2);
  return `${text.replaceAll('@app', app).replaceAll('@function', functionName)}\n`;
}
