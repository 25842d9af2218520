// The API, stage and authorizer settings that someone may change manually, one row for each.
import type { STAGE_KEYS } from '../../../cli/config/keys.js';
import type { CUSTOM, POOL } from '../../../compiler/kinds/authorizer/options.js';
import { GUARDED } from '../guarded-app.js';
import { LOGS_POLICY } from '../../../cli/serve/local-cloud/clients.fixture.js';
import {
  API,
  apiIdOf,
  type DriftRow,
  editAndDeployApi,
  replace,
  updateApi,
  updateFunction,
  updateStage,
} from './drift-row.js';

const VPCE = 'vpce-0a1b2c3d4e5f67890';
const OTHER_VPCE = 'vpce-0123456789abcdef0';
const PRIVATE = { api_gateway_endpoint_type: 'PRIVATE', api_gateway_endpoint_vpce: VPCE };
const POLICY = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: '*',
      Action: 'execute-api:Invoke',
      Resource: 'execute-api:/*/GET/*',
    },
  ],
});
const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/one';

// `metrics` exists only in the bundle, so changing it manually means changing the code.
export const API_DRIFTS: Readonly<Record<Exclude<keyof typeof STAGE_KEYS, 'metrics'>, DriftRow>> = {
  api_gateway_stage: {
    config: { api_gateway_stage: 'v2' },
    change: async (clients) => {
      const place = { restApiId: await apiIdOf(clients), stageName: 'v2' };
      return clients.apiGateway.deleteStage(place);
    },
    says: /~ +API +helloworld-dev/,
    terraform: '"stage_name":"v2"',
    cloudFormation: '"StageName":"v2"',
  },
  role_per_function: {
    config: { role_per_function: true },
    change: ({ iam }) => {
      const name = `${API}-api_handler`;
      const policy = { PolicyName: name, PolicyDocument: LOGS_POLICY };
      return iam.putRolePolicy({ RoleName: name, ...policy });
    },
    says: /role +helloworld-dev-api_handler.*policy/,
    terraform: '"name":"helloworld-dev-api_handler"',
    cloudFormation: '"RoleName":"helloworld-dev-api_handler"',
  },
  runtime: {
    config: { runtime: 'nodejs22.x' },
    change: updateFunction({ Runtime: 'nodejs24.x' }),
    says: 'runtime nodejs24.x -> nodejs22.x',
    terraform: '"runtime":"nodejs22.x"',
    cloudFormation: '"Runtime":"nodejs22.x"',
  },
  xray: {
    config: { xray: true },
    change: async (clients) => {
      await updateStage(replace('/tracingEnabled', 'false'))(clients);
      return updateFunction({ TracingConfig: { Mode: 'PassThrough' } })(clients);
    },
    says: /xray false -> true[^]*xray false -> true/,
    terraform: /^(?=[^]*"tracing_config":\{"mode":"Active"\})[^]*"xray_tracing_enabled":true/,
    cloudFormation: /"TracingConfig":\{"Mode":"Active"\}[^]*"TracingEnabled":true/,
  },
  minimum_compression_size: {
    config: { minimum_compression_size: 100 },
    change: updateApi(replace('/minimumCompressionSize', '7')),
    says: 'minimum_compression_size 7 -> 100',
    terraform: '"minimum_compression_size":"100"',
    cloudFormation: '"x-amazon-apigateway-minimum-compression-size":100',
  },
  api_gateway_endpoint_type: {
    config: { api_gateway_endpoint_type: 'EDGE' },
    change: updateApi(replace('/endpointConfiguration/types/EDGE', 'REGIONAL')),
    says: 'api_gateway_endpoint_type REGIONAL -> EDGE',
    terraform: '"endpoint_configuration":{"types":["EDGE"]}',
    cloudFormation: '"EndpointConfiguration":{"Types":["EDGE"]}',
  },
  api_gateway_endpoint_vpce: {
    config: PRIVATE,
    change: updateApi(
      { op: 'remove', path: '/endpointConfiguration/vpcEndpointIds', value: VPCE },
      { op: 'add', path: '/endpointConfiguration/vpcEndpointIds', value: OTHER_VPCE },
    ),
    says: `api_gateway_endpoint_vpce ${OTHER_VPCE} -> ${VPCE}`,
    terraform: new RegExp(`aws:SourceVpce[^]*"vpc_endpoint_ids":\\["${VPCE}"`),
    cloudFormation: new RegExp(`aws:SourceVpce[^]*"VpcEndpointIds":\\["${VPCE}"`),
  },
  api_gateway_policy_file: {
    config: { api_gateway_policy_file: 'api.json' },
    files: { 'api.json': POLICY },
    change: updateApi(replace('/policy', POLICY.replace('/GET/', '/*/'))),
    says: 'policy of the API changes',
    terraform: 'execute-api:/*/GET/*',
    cloudFormation: 'execute-api:/*/GET/*',
  },
  api_gateway_throttle: {
    config: { api_gateway_throttle: { rate_limit: 10, burst_limit: 20 } },
    change: updateStage(replace('/*/*/throttling/rateLimit', '1')),
    says: 'api_gateway_throttle 1 per second, 20 concurrently -> 10 per second, 20 concurrently',
    terraform: /"method_path":"\*\/\*"[^]*"throttling_burst_limit":20/,
    cloudFormation: /"MethodSettings":\[\{[^\]]*"ThrottlingBurstLimit":20/,
  },
  api_gateway_custom_domain: {
    config: {
      api_gateway_custom_domain: {
        domain_name: 'api.example.com',
        certificate_arn: CERTIFICATE,
        url_prefix: 'v1',
        tags: { team: 'shop' },
      },
    },
    change: ({ apiGateway }) =>
      apiGateway.updateDomainName({
        domainName: 'api.example.com',
        patchOperations: [
          replace('/securityPolicy', 'TLS_1_0'),
          replace('/regionalCertificateArn', CERTIFICATE.replace('one', 'two')),
        ],
      }),
    says: /certificate_arn \S+\/two -> \S+\/one\n +tls_version TLS_1_0 -> TLS_1_2\n/,
    terraform: `"regional_certificate_arn":"${CERTIFICATE}"`,
    cloudFormation: `"RegionalCertificateArn":"${CERTIFICATE}"`,
  },
  api_keys: {
    config: {
      api_keys: { partner: { rate: 10, burst: 20, quota: { limit: 500, period: 'week' } } },
    },
    change: async ({ apiGateway }) => {
      const { items: [plan] = [] } = await apiGateway.getUsagePlans({});
      const patchOperations = [replace('/throttle/rateLimit', '1'), replace('/quota/limit', '9')];
      const input = { usagePlanId: plan?.id, patchOperations };
      return apiGateway.updateUsagePlan(input);
    },
    says: /rate 1 -> 10\n +quota 9 a week -> 500 a week/,
    terraform:
      /"aws_api_gateway_usage_plan_key":.*"quota_settings":\[\{"limit":500,"period":"WEEK"\}\]|"quota_settings":\[\{"limit":500,"period":"WEEK"\}\].*"aws_api_gateway_usage_plan_key":/,
    cloudFormation: '"Throttle":{"RateLimit":10,"BurstLimit":20}',
  },
  lambda_functions: {
    config: { lambda_functions: { api_handler: { lambda_timeout: 9 } } },
    change: updateFunction({ Timeout: 3 }),
    says: 'lambda_timeout 3 -> 9',
    terraform: '"timeout":9',
    cloudFormation: '"Timeout":9',
  },
};

const POOL_ARN = 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_AbCdEfGhI';
const POOLED = `import { Framework, UserPoolAuthorizer } from 'framework';

export const app = new Framework({ appName: 'helloworld' });

const people = new UserPoolAuthorizer('people', {
  header: 'Token',
  providerArns: ['${POOL_ARN}'],
  scopes: ['orders/read'],
});

export class Views {
  @app.route('/', { authorizer: people })
  index() {
    return { hello: 'world' };
  }
}
`;
const KEPT = GUARDED.replace("header: 'Token',", "header: 'Token', ttl: 7,");
const URI = /gatekeeper\/invocations/;

/** Returns the expected part for both formats, because the setting is in the document that both of them import. */
function inDocument(part: RegExp): Pick<DriftRow, 'terraform' | 'cloudFormation'> {
  return { terraform: part, cloudFormation: part };
}

type AuthorizerOption = keyof typeof POOL.table | keyof typeof CUSTOM.table;

export const AUTHORIZER_DRIFTS: Readonly<Record<AuthorizerOption, DriftRow>> = {
  scopes: {
    config: {},
    source: POOLED,
    change: editAndDeployApi((text) => text.replaceAll('orders/read', 'orders/write')),
    says: /scopes orders\/write\) -> .*scopes orders\/read\)/,
    ...inDocument(/people\\*":\[\\*"orders\/read\\*"\]/),
  },
  ttl: {
    config: {},
    source: KEPT,
    change: editAndDeployApi((text) => text.replace('InSeconds":7', 'InSeconds":3600')),
    says: /ttl 3600\) -> .*ttl 7\)/,
    ...inDocument(/authorizerResultTtlInSeconds\\*":7\b/),
  },
  header: {
    config: {},
    source: POOLED,
    change: editAndDeployApi((text) => text.replace('"name":"Token"', '"name":"Other"')),
    says: /\(Other: .* -> .*\(Token: /,
    ...inDocument(/name\\*":\\*"Token/),
  },
  providerArns: {
    config: {},
    source: POOLED,
    change: editAndDeployApi((text) => text.replaceAll('AbCdEfGhI', 'Other')),
    says: /us-east-1_Other; .* -> .*us-east-1_AbCdEfGhI; /,
    ...inDocument(/us-east-1_AbCdEfGhI/),
  },
  authorizerUri: {
    config: {},
    source: KEPT,
    change: editAndDeployApi((text) => text.replaceAll('dev-gatekeeper/inv', 'dev-other/inv')),
    says: /dev-other\/invocations.* -> .*dev-gatekeeper\/invocations/,
    ...inDocument(URI),
  },
};
