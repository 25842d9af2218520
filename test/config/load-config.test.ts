// Specification 2.6: the configuration file, how it is found and merged, and the messages for an invalid one.
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../cli/config/load-config.js';
import type { LoadedConfig } from '../../cli/config/config-file.js';
import { renderPlain } from '../../cli/terminal/plain-diagnostics.js';
import { filesInMemory } from '../support/memory-files.js';

function load(config: unknown, stage = 'dev'): LoadedConfig {
  const text = typeof config === 'string' ? config : JSON.stringify(config, null, 2);
  const files = filesInMemory(config === undefined ? {} : { '.framework/config.json': text });
  return loadConfig({ root: '/project', files }, stage, { isForDeploy: true });
}

function problems(config: unknown, stage?: string): string {
  return renderPlain(load(config, stage).diagnostics, { readText: () => undefined });
}

describe('lookup', () => {
  test('a project without config.json has the defaults', () => {
    const { config, diagnostics } = load(undefined);
    expect(diagnostics).toEqual([]);
    expect({ ...config, functionConfig: undefined }).toMatchInlineSnapshot(`
      {
        "apiHandler": {
          "hasOwnRole": false,
          "role": {
            "kind": "managed",
            "policy": {
              "kind": "generated",
            },
          },
          "settings": {
            "architecture": "x86_64",
            "autogen_policy": true,
            "environment_variables": {},
            "ephemeral_storage": 512,
            "iam_policy_file": "policy-dev.json",
            "lambda_memory_size": 128,
            "lambda_timeout": 60,
            "layers": [],
            "log_format": "text",
            "manage_iam_role": true,
            "tags": {},
          },
          "vpc": undefined,
        },
        "appName": undefined,
        "functionConfig": undefined,
        "namesArchitecture": false,
        "settings": {
          "api_gateway_endpoint_type": "REGIONAL",
          "api_gateway_stage": "api",
          "metrics": false,
          "role_per_function": false,
          "runtime": "nodejs24.x",
          "xray": false,
        },
        "stage": "dev",
      }
    `);
  });

  test('for a stage value the stages.<stage> mapping is checked first; if absent the top-level key is used', () => {
    const raw = {
      lambda_timeout: 10,
      lambda_memory_size: 256,
      api_gateway_stage: 'v1',
      stages: { prod: { lambda_timeout: 20, api_gateway_stage: 'v2' } },
    };
    const dev = load(raw, 'dev').config;
    const prod = load(raw, 'prod').config;
    expect([
      dev?.settings.api_gateway_stage,
      dev?.apiHandler.settings.lambda_timeout,
      dev?.apiHandler.settings.lambda_memory_size,
    ]).toEqual(['v1', 10, 256]);
    expect([
      prod?.settings.api_gateway_stage,
      prod?.apiHandler.settings.lambda_timeout,
      prod?.apiHandler.settings.lambda_memory_size,
    ]).toEqual(['v2', 20, 256]);
  });

  test('per-function options override the stage for that function only', () => {
    const raw = {
      lambda_timeout: 10,
      stages: {
        dev: {
          lambda_memory_size: 256,
          lambda_functions: {
            resize: { lambda_timeout: 300, reserved_concurrency: 0 },
            api_handler: { lambda_timeout: 29 },
          },
        },
      },
    };
    const config = load(raw).config;
    const resize = config?.functionConfig('resize').settings;
    expect([
      resize?.lambda_timeout,
      resize?.lambda_memory_size,
      resize?.reserved_concurrency,
    ]).toEqual([300, 256, 0]);
    expect(config?.apiHandler.settings.lambda_timeout).toBe(29);
    expect(config?.functionConfig('other').settings.lambda_timeout).toBe(10);
    expect(config?.functionConfig('other').settings.reserved_concurrency).toBeUndefined();
  });

  test('environment_variables and tags are merged, and the stage entry wins on equal keys', () => {
    const raw = {
      environment_variables: { AA: 'top', BB: 'top', CC: 'top' },
      tags: { team: 'top', cost: 'top' },
      stages: {
        dev: {
          environment_variables: { BB: 'stage', CC: 'stage' },
          tags: { team: 'stage' },
          lambda_functions: { resize: { environment_variables: { CC: 'function' } } },
        },
      },
    };
    const config = load(raw).config;
    expect(config?.apiHandler.settings.environment_variables).toEqual({
      AA: 'top',
      BB: 'stage',
      CC: 'stage',
    });
    expect(config?.functionConfig('resize').settings.environment_variables).toEqual({
      AA: 'top',
      BB: 'stage',
      CC: 'function',
    });
    expect(config?.apiHandler.settings.tags).toEqual({ team: 'stage', cost: 'top' });
  });

  test('a name that every object has is a name like any other', () => {
    expect(load({}, 'constructor').config?.functionConfig('toString').settings.lambda_timeout).toBe(
      60,
    );
  });
});

describe('VPC', () => {
  test('subnet_ids takes effect only with security_group_ids', () => {
    const both = { subnet_ids: ['subnet-1'], security_group_ids: ['sg-1'] };
    expect(load(both).config?.apiHandler.vpc).toEqual({
      subnetIds: ['subnet-1'],
      securityGroupIds: ['sg-1'],
    });
    const half = load({ subnet_ids: ['subnet-1'] });
    expect(half.config?.apiHandler.vpc).toBeUndefined();
    expect(half.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning FW1126',
    ]);
  });

  test('empty lists take a function out of the VPC of its stage', () => {
    const raw = {
      subnet_ids: ['subnet-1'],
      security_group_ids: ['sg-1'],
      lambda_functions: { resize: { subnet_ids: [], security_group_ids: [] } },
    };
    const { config, diagnostics } = load(raw);
    expect(config?.functionConfig('resize').vpc).toBeUndefined();
    expect(diagnostics).toEqual([]);
  });
});

describe('problems', () => {
  test('every problem of the file is reported at once, with line and column', () => {
    const text = `{
  "version": "3.0",
  "app_name": "hello world",
  "lambdaTimeout": 10,
  "lambda_memory_size": 100,
  "environment_variables": { "AA": 1, "AWS_REGION": "x", "B": "x" },
  "stages": {
    "dev": { "lambda_timeout": "60", "tags": [], "autogen_policy": "yes" },
    "a/b": { "subnet_ids": "subnet-1" }
  },
  "stages": {
    "dev": { "lambda_functions": { "resize": { "api_gateway_stage": "x" } } }
  }
}`;
    expect(problems(text)).toMatchInlineSnapshot(`
      ".framework/config.json:2:14: error FW1105: The format version of this file must be "2.0", not "3.0".
        hint: Write \`"version": "2.0"\`.
      .framework/config.json:3:15: error FW1106: The application name "hello world" cannot be used in AWS resource names.
        hint: Use letters, digits, \`-\` and \`_\`: the name becomes part of AWS resource names.
      .framework/config.json:4:3: error FW1103: \`lambdaTimeout\` is not a known key at the top level.
        hint: Did you mean \`lambda_timeout\`?
      .framework/config.json:5:25: error FW1110: \`lambda_memory_size\` must be a multiple of 64 from 128 to 10240, not 100.
        hint: Write \`128\`.
      .framework/config.json:6:36: error FW1113: The environment variable \`AA\` must be a string, not a number.
        hint: Write the value in double quotes.
      .framework/config.json:6:39: error FW1115: Lambda sets the environment variable \`AWS_REGION\` itself and rejects a function that sets it.
        hint: Give the variable another name, for example \`APP_AWS_REGION\`.
      .framework/config.json:6:58: error FW1114: A Lambda function cannot have an environment variable named "B".
        hint: A name begins with a letter, followed by at least one letter, digit or \`_\`.
      .framework/config.json:11:3: error FW1102: The key \`stages\` appears twice here; only the last value would be used.
        .framework/config.json:7:3: The first one is here.
        hint: Remove one of the two entries.
      .framework/config.json:12:48: error FW1103: \`api_gateway_stage\` is not a known key in \`stages.dev.lambda_functions.resize\`.
        hint: Known: \`manage_iam_role\`, \`iam_role_arn\`, \`autogen_policy\`, \`iam_policy_file\`, \`environment_variables\`, \`lambda_timeout\`, \`lambda_memory_size\`, \`architecture\`, \`tags\`, \`subnet_ids\`, \`security_group_ids\`, \`reserved_concurrency\`, \`log_format\`, \`log_retention_in_days\`, \`layers\` and \`ephemeral_storage\`.
      9 errors in 1 file
      "
    `);
  });

  test('a choice names the choices, and a value of another type its type', () => {
    expect(problems({ runtime: 'nodejs18.x' })).toContain(
      'FW1130: `runtime` must be `nodejs24.x` or `nodejs22.x`, not "nodejs18.x".',
    );
    expect(problems({ lambda_functions: { resize: { architecture: 'arm' } } })).toContain(
      'FW1134: `lambda_functions.resize.architecture` must be `x86_64` or `arm64`, not "arm".',
    );
    expect(problems({ log_retention_in_days: 10 })).toContain(
      'FW1134: `log_retention_in_days` must be `1`, `3`, `5`, `7`, `14`, `30`, `60`, `90`, `120`, `150`,',
    );
    expect(problems({ runtime: 22 })).toContain('FW1104: `runtime` must be a string, not 22.');
    const version = problems({ version: 1 });
    expect(version).toContain('FW1104: `version` must be a string, not 1.');
    expect(version).toContain('hint: Write `"version": "2.0"`.');
  });

  test('a syntax error says what is missing where', () => {
    expect(problems('{ "app_name": "x", }')).toMatchInlineSnapshot(`
      ".framework/config.json:1:20: error FW1101: The configuration is not valid JSON: a key in double quotes is missing here.
        hint: JSON allows only double quotes, and neither comments nor a comma after the last entry.
      1 error in 1 file
      "
    `);
    expect(problems('')).toMatchInlineSnapshot(`
      ".framework/config.json:1:1: error FW1101: The configuration is not valid JSON: a value is missing here.
        hint: JSON allows only double quotes, and neither comments nor a comma after the last entry.
      1 error in 1 file
      "
    `);
  });

  test('the file must hold a mapping', () => {
    expect(problems('[]')).toMatchInlineSnapshot(`
      ".framework/config.json:1:1: error FW1104: \`config.json\` must be a mapping, not a list.
      1 error in 1 file
      "
    `);
    expect(problems('"dev"')).toMatchInlineSnapshot(`
      ".framework/config.json:1:1: error FW1104: \`config.json\` must be a mapping, not "dev".
      1 error in 1 file
      "
    `);
  });

  test('no message shows the value of an environment variable', () => {
    const secret = 'hunter2hunter2';
    const raw = {
      environment_variables: { AWS_REGION: secret, 'A-B': secret, LIST: [secret], MAP: { secret } },
    };
    expect(problems(raw)).not.toContain(secret);
  });

  test('a stage of the command line is checked like one of the file', () => {
    expect(problems({}, 'feature/x')).toMatchInlineSnapshot(`
      "error FW1107: The stage name "feature/x" cannot be used in AWS resource names.
        hint: Use letters, digits, \`-\` and \`_\`: the name becomes part of AWS resource names.
      1 error
      "
    `);
  });

  test('no stage needs an entry', () => {
    expect(load({ stages: { dev: {} } }, 'prod').diagnostics).toEqual([]);
  });
});

// Specification 2.6: which role a function has, and where the policy of the role comes from.
describe('roles', () => {
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
});
