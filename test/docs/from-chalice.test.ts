// The page for users of Chalice contains every key of its configuration, and every key of ours.
import { expect, test } from 'vitest';
import { FILE_KEYS, FUNCTION_KEYS, STAGE_KEYS } from '../../cli/config/keys.js';
import { loadConfig } from '../../cli/config/load-config.js';
import { filesInMemory } from '../support/memory-files.js';
import { readPage } from './pages.js';

/** https://aws.github.io/chalice/topics/configfile.html, version 1.33. */
const CHALICE = [
  'api_gateway_custom_domain',
  'api_gateway_endpoint_type',
  'api_gateway_endpoint_vpce',
  'api_gateway_policy_file',
  'api_gateway_stage',
  'app_name',
  'autogen_policy',
  'automatic_layer',
  'environment_variables',
  'iam_policy_file',
  'iam_role_arn',
  'lambda_functions',
  'lambda_memory_size',
  'lambda_timeout',
  'layers',
  'log_retention_in_days',
  'manage_iam_role',
  'minimum_compression_size',
  'reserved_concurrency',
  'security_group_ids',
  'stages',
  'subnet_ids',
  'tags',
  'version',
  'websocket_api_custom_domain',
  'xray',
];

const { text } = readPage('docs/from-chalice.md');
const [, section = ''] = /^## Configuration\n(.*?)^## /ms.exec(text) ?? [];
const [table = '', others = ''] = section.split(/^Keys that Chalice does not have/m);
const namesIn = (part: string): readonly string[] =>
  [...part.matchAll(/`([$a-z_]+)`/g)].map(([, name = '']) => name);

/** The first cell of each row contains the keys of Chalice. */
const KEYS = table
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .flatMap((line) => namesIn(line.split('|')[1] ?? ''));

test('every key of Chalice stands in one row', () => {
  expect(KEYS.toSorted()).toEqual(CHALICE);
});

test('every key of ours is one of Chalice, or named as new', () => {
  const ours = Object.keys({ ...FILE_KEYS, ...FUNCTION_KEYS, ...STAGE_KEYS });
  const isKnown = (name: string): boolean => CHALICE.includes(name);
  expect(namesIn(others).toSorted()).toEqual(ours.filter((name) => !isKnown(name)).toSorted());
});

test('a domain of Chalice is taken with every key of it', () => {
  const whole = {
    domain_name: 'api.example.com',
    certificate_arn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c3d',
    tls_version: 'TLS_1_2',
    url_prefix: 'v1',
    tags: { team: 'shop' },
  };
  const text = JSON.stringify({ version: '2.0', api_gateway_custom_domain: whole });
  const files = filesInMemory({ '.framework/config.json': text });
  expect(loadConfig({ root: '/project', files }, 'dev', { isForDeploy: true }).diagnostics).toEqual(
    [],
  );
});

test('what we lack says so', () => {
  const ours = Object.keys({ ...FILE_KEYS, ...FUNCTION_KEYS, ...STAGE_KEYS });
  const lacking = CHALICE.filter((name) => !ours.includes(name));
  const rows = table.split('\n').filter((line) => lacking.some((name) => line.includes(name)));
  expect(rows).toHaveLength(lacking.length);
  expect(rows.filter((row) => !/\| none/.test(row))).toEqual([]);
});
