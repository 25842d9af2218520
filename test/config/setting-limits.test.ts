// Values of settings beyond the limits of Lambda and API Gateway: the problem, and the location of the value in the file.
import { expect, test } from 'vitest';
import { loadConfig } from '../../cli/config/load-config.js';
import { filesInMemory } from '../support/memory-files.js';

const layersTo = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, part) => `arn:aws:lambda:eu-west-1:123456789012:layer:part-${String(part)}:3`,
  );
const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c3d';
const RANGE = { rate_limit: 10, burst_limit: 20 };

function problems(keys: object): readonly string[] {
  const text = JSON.stringify({ version: '2.0', ...keys }, null, 2);
  const files = filesInMemory({ '.framework/config.json': text });
  const { diagnostics } = loadConfig({ root: '/project', files }, 'dev', { isForDeploy: true });
  return diagnostics.map(({ code, at, message }) => {
    return `${code} ${String(at?.line)}:${String(at?.column)} ${message}`;
  });
}

function domain(keys: object): object {
  const whole = { domain_name: 'api.example.com', certificate_arn: CERTIFICATE, ...keys };
  return { api_gateway_custom_domain: whole };
}

test.each<readonly [string, object, string]>([
  [
    'FW1140',
    { layers: ['metrics'] },
    '4:5 `layers[0]` must be the ARN of a layer including its version, not "metrics".',
  ],
  ['FW1141', { layers: layersTo(6) }, '3:13 `layers` can have at most 5 entries.'],
  [
    'FW1142',
    { ephemeral_storage: 511 },
    '3:24 `ephemeral_storage` must be from 512 to 10240 MB, not 511.',
  ],
  [
    'FW1142',
    { ephemeral_storage: 10_241 },
    '3:24 `ephemeral_storage` must be from 512 to 10240 MB, not 10241.',
  ],
  [
    'FW1143',
    { minimum_compression_size: -1 },
    '3:31 `minimum_compression_size` must be from 0 to 10485760 bytes, not -1.',
  ],
  [
    'FW1143',
    { minimum_compression_size: 10_485_761 },
    '3:31 `minimum_compression_size` must be from 0 to 10485760 bytes, not 10485761.',
  ],
  [
    'FW1144',
    { api_gateway_endpoint_type: 'PRIVATE', api_gateway_endpoint_vpce: 'vpc-1' },
    '4:32 `api_gateway_endpoint_vpce` must be the ID of a VPC endpoint or a list of such IDs, not "vpc-1".',
  ],
  [
    'FW1144',
    { api_gateway_endpoint_type: 'PRIVATE', api_gateway_endpoint_vpce: ['vpce-1', 'vpc-1'] },
    '6:5 `api_gateway_endpoint_vpce[1]` must be the ID of a VPC endpoint or a list of such IDs, not "vpc-1".',
  ],
  [
    'FW1144',
    { api_gateway_endpoint_type: 'PRIVATE', api_gateway_endpoint_vpce: [] },
    '4:32 `api_gateway_endpoint_vpce` must be the ID of a VPC endpoint or a list of such IDs, not an empty list.',
  ],
  [
    'FW1145',
    { api_gateway_throttle: { ...RANGE, burst_limit: -1 } },
    '5:20 `api_gateway_throttle.burst_limit` must be 0 or a positive whole number, not -1.',
  ],
  [
    'FW1145',
    { api_gateway_throttle: { ...RANGE, rate_limit: -1 } },
    '4:19 `api_gateway_throttle.rate_limit` must be 0 or a positive number, not -1.',
  ],
  [
    'FW1145',
    { api_gateway_throttle: { ...RANGE, burst_limit: 1.5 } },
    '5:20 `api_gateway_throttle.burst_limit` must be 0 or a positive whole number, not 1.5.',
  ],
  [
    'FW1160',
    { api_keys: { 'our partner': {} } },
    '4:5 The name "our partner" in `api_keys` cannot be used in AWS resource names.',
  ],
  [
    'FW1161',
    { api_keys: { partner: { rate: -1, burst: 1 } } },
    '5:15 `api_keys.partner.rate` must be a number from 0 to 2147483647, not -1.',
  ],
  [
    'FW1161',
    { api_keys: { partner: { rate: 1, burst: -2 } } },
    '6:16 `api_keys.partner.burst` must be a whole number from 0 to 2147483647, not -2.',
  ],
  [
    'FW1161',
    { api_keys: { partner: { quota: { limit: 2 ** 31, period: 'day' } } } },
    '6:18 `api_keys.partner.quota.limit` must be a whole number from 0 to 2147483647, not 2147483648.',
  ],
  [
    'FW1134',
    { api_keys: { partner: { quota: { limit: 1, period: 'year' } } } },
    '7:19 `api_keys.partner.quota.period` must be `day`, `week` or `month`, not "year".',
  ],
  [
    'FW1146',
    { api_keys: { partner: { quota: { limit: 1 } } } },
    '5:7 `api_keys.partner.quota` has no `period`.',
  ],
  [
    'FW1162',
    { api_keys: { partner: { rate: 1 } } },
    '5:7 The API key `partner` has `rate` but no `burst`.',
  ],
  [
    'FW1162',
    { api_keys: { partner: { burst: 1 } } },
    '5:7 The API key `partner` has `burst` but no `rate`.',
  ],
  [
    'FW1163',
    { api_keys: Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`key${at}`, {}])) },
    '3:3 `api_keys` has 301 entries, but an account can have at most 300 usage plans in a region.',
  ],
  [
    'FW1151',
    domain({ domain_name: 'https://api.example.com' }),
    '4:20 `api_gateway_custom_domain.domain_name` must be a domain name, not "https://api.example.com".',
  ],
  [
    'FW1152',
    domain({ certificate_arn: 'certificate' }),
    '5:24 `api_gateway_custom_domain.certificate_arn` must be the ARN of a certificate, not "certificate".',
  ],
])('%s for %j', (code, keys, expected) => {
  expect(problems(keys)).toEqual([`${code} ${expected}`]);
});

test.each<object>([
  { layers: layersTo(5) },
  { ephemeral_storage: 512 },
  { ephemeral_storage: 10_240 },
  { minimum_compression_size: 0 },
  { minimum_compression_size: 10_485_760 },
  { api_gateway_throttle: { rate_limit: 0, burst_limit: 0 } },
  domain({}),
])('nothing is said of %j', (keys) => {
  expect(problems(keys)).toEqual([]);
});
