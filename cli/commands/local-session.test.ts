import { devNull } from 'node:os';
import { expect, test } from 'vitest';
import { withoutCredentials } from './local-session.js';

test('an application beside a local cloud finds no credentials and no profile', () => {
  const environment = {
    HOME: '/home/ann',
    AWS_PROFILE: 'shop',
    CLOUD_PROFILE: 'shop',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_CONFIG_FILE: '/home/ann/own',
    AWS_REGION: 'eu-west-1',
  };
  expect(withoutCredentials(environment)).toEqual({
    HOME: '/home/ann',
    AWS_REGION: 'eu-west-1',
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
  });
});
