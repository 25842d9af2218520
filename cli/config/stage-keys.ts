// The keys of .framework/config.json that apply to a stage as a whole, most of them to its API.
import * as v from 'valibot';
import { COMPRESSION, KEY_LIMIT, PATTERNS, RUNTIMES } from './limits.js';
import {
  as,
  closed,
  entries,
  flag,
  key,
  type Keys,
  matching,
  oneOf,
  range,
  TAG_ENTRIES,
} from './shapes.js';

export type StageSettings = {
  readonly api_gateway_stage: string;
  readonly runtime: Runtime;
  readonly role_per_function: boolean;
  readonly xray: boolean;
  readonly metrics: boolean;
  readonly minimum_compression_size?: number;
  readonly api_gateway_endpoint_type: EndpointType;
  readonly api_gateway_endpoint_vpce?: string | readonly string[];
  readonly api_gateway_policy_file?: string;
  readonly api_gateway_throttle?: ThrottleSettings;
  readonly api_gateway_custom_domain?: DomainKeys;
  readonly api_keys?: Readonly<Record<string, KeySettings>>;
};

export type Runtime = (typeof RUNTIMES)[number];

/** How clients can reach an API: `EDGE` through CloudFront, `PRIVATE` only from a VPC. */
export type EndpointType = (typeof ENDPOINT_TYPES)[number];

const ENDPOINT_TYPES = ['EDGE', 'REGIONAL', 'PRIVATE'] as const;

export type ThrottleSettings = { readonly rate_limit: number; readonly burst_limit: number };

/** The limits of a usage plan for requests that use its key. */
export type KeySettings = {
  /** The sustained number of requests per second. Must be combined with `burst`. */
  readonly rate?: number;
  /** The number of requests that can arrive at once. */
  readonly burst?: number;
  readonly quota?: QuotaSettings;
};

export type QuotaSettings = {
  readonly limit: number;
  readonly period: 'day' | 'week' | 'month';
};

export type DomainKeys = {
  readonly domain_name: string;
  /** The ARN of the certificate; absent only if `manage_domain` is false. */
  readonly certificate_arn?: string;
  readonly manage_domain?: boolean;
  readonly tls_version?: 'TLS_1_0' | 'TLS_1_2';
  readonly url_prefix?: string;
  readonly tags?: Readonly<Record<string, string>>;
};

/** Returns the limits as text, for example `10 per second, 20 concurrently, 500 a week`. */
export function limitsText({ rate, burst, quota }: KeySettings): string {
  const texts = [
    ...(rate === undefined || burst === undefined
      ? []
      : [`${rate} per second, ${burst} concurrently`]),
    ...(quota ? [quotaText(quota)] : []),
  ];
  return texts.length === 0 ? 'no limits' : texts.join(', ');
}

export function quotaText({ limit, period }: QuotaSettings): string {
  return `${limit} a ${period}`;
}

export const STAGE_SETTINGS: Keys<StageSettings> = {
  api_gateway_stage: key({
    shape: matching(PATTERNS.apiGatewayStage, 'gateway-stage'),
    default: 'api',
    meaning:
      'Name of the API Gateway stage, which is the first path segment of the URL of the API.',
  }),
  runtime: key({
    shape: oneOf(RUNTIMES, 'runtime'),
    default: 'nodejs24.x',
    meaning: 'Node.js version of the deployed functions: `nodejs24.x` or `nodejs22.x`.',
  }),
  role_per_function: key({
    shape: flag,
    default: false,
    meaning:
      'When true, every function has its own role, which allows what this function reaches and its own log group. When ' +
      'false, functions share the role of the stage. Roles that `lambda_functions` gives to individual functions stay as they are.',
    isForDeploy: true,
  }),
  xray: key({
    shape: flag,
    default: false,
    meaning:
      'When true, X-Ray traces the requests to the API and the functions, and generated policies allow this.',
  }),
  metrics: key({
    shape: flag,
    default: false,
    meaning:
      'When true, the function writes one log line for each request to the API, from which CloudWatch creates metrics: duration, ' +
      'errors and cold starts by route. This needs no layer and makes no calls; `framework logs --metrics` sums up the lines.',
  }),
  minimum_compression_size: key({
    shape: range(COMPRESSION, 'compression'),
    default: undefined,
    meaning:
      'Minimum size in bytes, from 0 to 10485760, of a response that API Gateway compresses for a client that accepts compression. ' +
      'Unset: responses are not compressed.',
  }),
  api_gateway_endpoint_type: key({
    shape: oneOf(ENDPOINT_TYPES, 'choice'),
    default: 'REGIONAL',
    meaning:
      'How the API is reached: `REGIONAL`, `EDGE` (through CloudFront), or `PRIVATE` (only from a VPC, which needs ' +
      '`api_gateway_endpoint_vpce` or `api_gateway_policy_file`).',
  }),
  api_gateway_endpoint_vpce: key({
    shape: v.union(
      [
        matching(PATTERNS.vpcEndpoint, 'vpc-endpoint'),
        v.pipe(
          v.array(matching(PATTERNS.vpcEndpoint, 'vpc-endpoint'), as('vpc-endpoint')),
          v.minLength(1, as('vpc-endpoint')),
        ),
      ],
      as('vpc-endpoint'),
    ),
    default: undefined,
    meaning:
      'The VPC endpoint of a private API, or a list of VPC endpoints. Without `api_gateway_policy_file`, the API can be called only ' +
      'through these.',
  }),
  api_gateway_policy_file: key({
    shape: matching(PATTERNS.policyFile, 'policy-file'),
    default: undefined,
    meaning:
      'File with the resource policy that defines who can call the API, relative to `.framework/`.',
    isForDeploy: true,
  }),
  api_gateway_throttle: key({
    shape: closed({
      rate_limit: v.pipe(v.number(as('throttle')), v.minValue(0, as('throttle'))),
      burst_limit: v.pipe(
        v.number(as('throttle')),
        v.integer(as('throttle')),
        v.minValue(0, as('throttle')),
      ),
    }),
    default: undefined,
    meaning:
      'Limits of the stage for all callers together: `rate_limit` requests per second in the long run, `burst_limit` requests at once. ' +
      'Further requests receive a 429 response. Unset: the limits of the account.',
  }),
  api_gateway_custom_domain: key({
    shape: closed({
      domain_name: matching(PATTERNS.domainName, 'domain-name'),
      certificate_arn: v.exactOptional(matching(PATTERNS.certificateArn, 'certificate-arn')),
      manage_domain: v.exactOptional(flag),
      tls_version: v.exactOptional(oneOf(['TLS_1_0', 'TLS_1_2'], 'choice')),
      url_prefix: v.exactOptional(matching(PATTERNS.basePath, 'base-path')),
      tags: v.exactOptional(TAG_ENTRIES),
    }),
    default: undefined,
    meaning:
      'A custom domain for the API: `domain_name`, `certificate_arn`, and optionally `tls_version` (`TLS_1_2`), ' +
      '`url_prefix` (the first segment of its paths, so that several APIs can share a domain) and `tags` of the domain. With ' +
      '`manage_domain: false` the domain must already exist, and has no certificate here.',
  }),
  api_keys: key({
    shape: entries(
      matching(PATTERNS.keyName, 'key-name'),
      closed({
        rate: v.exactOptional(
          v.pipe(
            v.number(as('key-limit')),
            v.minValue(KEY_LIMIT.least, as('key-limit')),
            v.maxValue(KEY_LIMIT.most, as('key-limit')),
          ),
        ),
        burst: v.exactOptional(range(KEY_LIMIT, 'key-limit')),
        quota: v.exactOptional(
          closed({
            limit: range(KEY_LIMIT, 'key-limit'),
            period: oneOf(['day', 'week', 'month'], 'choice'),
          }),
        ),
      }),
    ),
    default: undefined,
    meaning:
      'API keys by name, each with its own usage plan: at most `rate` requests per second in the long run, `burst` ' +
      'requests at once, and a `quota` with `limit` requests for each `period` (`day`, `week` or `month`). An empty mapping: the keys are ' +
      'created elsewhere.',
  }),
};
