// Where calls are sent and with which credentials: the precedence of the settings.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type CloudErrorFacts, isCloudError } from './cloud-error.js';
import { type CloudSettings, type SettingsOptions, readCloudSettings } from './cloud-settings.js';

const directory = mkdtempSync(join(tmpdir(), 'framework-profiles-'));
afterAll(() => rmSync(directory, { recursive: true }));

const credentials = join(directory, 'credentials');
writeFileSync(
  credentials,
  `[default]
aws_access_key_id = AKIA
aws_secret_access_key = secret
region = eu-central-1 # where we are

[work]
aws_access_key_id = AKIB
aws_secret_access_key = secret
`,
);
const config = join(directory, 'config');
writeFileSync(
  config,
  `[default]
region = us-west-2
[profile work]
region=eu-north-1
s3 =
  region = us-east-2
; a comment
[profile "two words"]
region = sa-east-1
[profile emulator]
region = us-east-1
endpoint_url = http://localhost:4566/
[sso-session work-sso]
region = ap-south-1
`,
);
const files = { AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: credentials };

type Given = Partial<Omit<SettingsOptions, 'environment'>> & {
  readonly environment?: SettingsOptions['environment'];
};

function read({ environment = {}, ...options }: Given = {}): CloudSettings {
  return readCloudSettings({ environment: { ...files, ...environment }, ...options });
}

function refused(given: Given): CloudErrorFacts {
  try {
    read(given);
  } catch (error) {
    if (isCloudError(error)) return error.facts;
    throw error;
  }
  throw new Error('it was read');
}

describe('the region', () => {
  test.each<[string, Given, string]>([
    ['of the credentials file counts before that of the config file', {}, 'eu-central-1'],
    ['of a profile', { profile: 'work' }, 'eu-north-1'],
    ['of a profile with a space', { profile: 'two words' }, 'sa-east-1'],
    ['AWS_DEFAULT_REGION', { environment: { AWS_DEFAULT_REGION: 'eu-west-2' } }, 'eu-west-2'],
    [
      'AWS_REGION before AWS_DEFAULT_REGION',
      { environment: { AWS_REGION: 'eu-west-3', AWS_DEFAULT_REGION: 'eu-west-2' } },
      'eu-west-3',
    ],
    [
      '--region before all',
      { region: 'cn-north-1', environment: { AWS_REGION: 'eu-west-3' } },
      'cn-north-1',
    ],
    ['that is new', { region: 'eu-west-9' }, 'eu-west-9'],
  ])('%s', (_, given, region) => {
    expect(read(given).region).toBe(region);
  });

  test('none is told', () => {
    const nowhere = { AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' };
    expect(refused({ environment: nowhere }).kind).toBe('no-region');
  });

  test('a zone, or a slip of the pen, is told with the region that is near', () => {
    expect(refused({ region: 'eu-west-1a' })).toMatchObject({
      kind: 'bad-region',
      known: ['eu-west-1'],
    });
    expect(refused({ region: 'euwest1' })).toMatchObject({
      kind: 'bad-region',
      known: ['eu-west-1'],
    });
  });

  test('an emulator may call its region as it likes', () => {
    const environment = { AWS_ENDPOINT_URL: 'http://localhost:4566' };
    expect(read({ region: 'here', environment }).region).toBe('here');
  });
});

describe('an endpoint without http:// is refused before anything is called', () => {
  test.each(['localhost:4566', '127.0.0.1', 'ftp://localhost', 'http:/localhost', 'http://'])(
    '%s',
    (endpoint) => {
      expect(refused({ environment: { AWS_ENDPOINT_URL: endpoint } })).toMatchObject({
        kind: 'bad-endpoint',
        name: 'AWS_ENDPOINT_URL',
        resource: endpoint,
      });
    },
  );

  test('also that of one service', () => {
    const settings = read({ environment: { AWS_ENDPOINT_URL_LAMBDA: 'localhost:4566' } });
    expect(() => settings.endpointOf('LAMBDA')).toThrow('localhost:4566 is not a URL');
  });
});

describe('the profile', () => {
  test('--profile counts before CLOUD_PROFILE, and that before AWS_PROFILE', () => {
    const environment = { CLOUD_PROFILE: 'emulator', AWS_PROFILE: 'default' };
    expect(read({ profile: 'work', environment }).profile).toBe('work');
    expect(read({ environment }).profile).toBe('emulator');
    expect(read({ environment: { AWS_PROFILE: 'work' } }).profile).toBe('work');
    expect(read({ environment: { CLOUD_PROFILE: '' } }).profile).toBeUndefined();
  });

  test('one that does not exist is told with those that do', () => {
    expect(refused({ profile: 'wrok' })).toMatchObject({
      kind: 'no-credentials',
      name: 'ProfileNotFound',
      resource: 'wrok',
      known: ['default', 'emulator', 'two words', 'work'],
    });
  });

  test('keys of the environment count without a profile only', () => {
    const environment = {
      AWS_ACCESS_KEY_ID: 'AKIC',
      AWS_SECRET_ACCESS_KEY: 's',
      AWS_SESSION_TOKEN: 't',
    };
    expect(read({ environment }).keys).toEqual({
      accessKeyId: 'AKIC',
      secretAccessKey: 's',
      sessionToken: 't',
    });
    expect(read({ profile: 'work', environment }).keys).toBeUndefined();
    expect(read({ environment: { AWS_ACCESS_KEY_ID: 'AKIC' } }).keys).toBeUndefined();
  });
});

describe('the endpoint', () => {
  test('loses the slash at its end, and may come from the profile', () => {
    expect(read({ environment: { AWS_ENDPOINT_URL: 'http://localhost:1/' } }).endpoint).toBe(
      'http://localhost:1',
    );
    expect(read({ profile: 'emulator' }).endpoint).toBe('http://localhost:4566');
    expect(read().endpoint).toBeUndefined();
  });

  test('of one service counts for that service', () => {
    const environment = {
      AWS_ENDPOINT_URL: 'http://localhost:1',
      AWS_ENDPOINT_URL_LAMBDA: 'http://localhost:2',
    };
    const { endpointOf } = read({ environment });
    expect([endpointOf('LAMBDA'), endpointOf('IAM')]).toEqual([
      'http://localhost:2',
      'http://localhost:1',
    ]);
  });

  test('is left alone when AWS_IGNORE_CONFIGURED_ENDPOINT_URLS says so', () => {
    const environment = {
      AWS_ENDPOINT_URL: 'http://localhost:1',
      AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
    };
    expect(read({ environment }).endpoint).toBeUndefined();
  });
});
