// The AWS limits that the configuration is checked against before a deploy.

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const MEMORY = { least: 128, most: 10_240, step: 64 } as const;
export const TIMEOUT = { least: 1, most: 900 } as const;
/** Megabytes. */
export const EPHEMERAL_STORAGE = { least: 512, most: 10_240 } as const;
/** The maximum for one function. */
export const LAYERS = 5;
/** A bundle supports these (docs/decisions/node-versions.md): docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html */
export const RUNTIMES = ['nodejs24.x', 'nodejs22.x'] as const;

export const ENVIRONMENT_BYTES = 4096;
export const NAME_LENGTH = 64;

/** Bytes: docs.aws.amazon.com/apigateway/latest/developerguide/gzip-compression-decompression.html */
export const COMPRESSION = { least: 0, most: 10_485_760 } as const;

/** A 32-bit integer: docs.aws.amazon.com/apigateway/latest/api/API_ThrottleSettings.html, API_QuotaSettings.html */
export const KEY_LIMIT = { least: 0, most: 2_147_483_647 } as const;
/** The maximum for an account in one region: docs.aws.amazon.com/apigateway/latest/developerguide/limits.html */
export const USAGE_PLANS = 300;

/** https://docs.aws.amazon.com/lambda/latest/api/API_VpcConfig.html */
export const VPC = { subnets: 16, securityGroups: 5 } as const;

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-tags.html; the framework uses one of the 50 tags. */
export const TAGS = { count: 49, keyLength: 128, valueLength: 256 } as const;

/** The tag on every deployed resource (specification 2.6). */
export const OWN_TAG = 'cloud-framework';
/** The tag for the region that a role belongs to. Roles need this tag, because IAM is not regional. */
export const REGION_TAG = 'cloud-framework-region';
/** The tag that lists the custom domains and base paths of an API. */
export const DOMAIN_TAG = 'cloud-framework-domain';
/** The tag for the time at which a stage expires; set on the stage's API and functions. */
export const EXPIRES_TAG = 'cloud-framework-expires';
/** Marks an API whose stage has API keys. */
export const KEYS_TAG = 'cloud-framework-keys';
/** Marks a role that an earlier version created without a region tag: functions in several regions may use it. */
export const SHARED_TAG = 'cloud-framework-shared';
/** Marks a role that replaced other roles, so that a machine without a record can find those that remain. */
export const FORMER_TAG = 'cloud-framework-former-roles';

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime */
export const RESERVED_ENVIRONMENT: readonly string[] = [
  '_HANDLER',
  '_X_AMZN_TRACE_ID',
  'AWS_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_DEFAULT_REGION',
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_INITIALIZATION_TYPE',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_LAMBDA_RUNTIME_API',
  'AWS_REGION',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'LAMBDA_RUNTIME_DIR',
  'LAMBDA_TASK_ROOT',
];

type PatternName =
  | 'name'
  | 'apiGatewayStage'
  | 'keyName'
  | 'roleArn'
  | 'subnet'
  | 'layer'
  | 'vpcEndpoint'
  | 'domainName'
  | 'certificateArn'
  | 'basePath'
  | 'securityGroup'
  | 'environmentName'
  | 'policyFile'
  | 'freeTagKey'
  | 'tagText';

/** Patterns for names, as the AWS services validate them. */
export const PATTERNS: Readonly<Record<PatternName, RegExp>> = {
  /** A part of function and role names. */
  name: /^[A-Za-z0-9_-]+$/,
  apiGatewayStage: /^[A-Za-z0-9_-]{1,128}$/,
  /** A part of the name of an API key, which can have at most 1024 characters. */
  keyName: /^[A-Za-z0-9_-]{1,128}$/,
  roleArn: /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/,
  /** docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html, Layers. */
  layer: /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:layer:[A-Za-z0-9_-]+:\d+$/,
  /** docs.aws.amazon.com/apigateway/latest/developerguide/how-to-custom-domains.html: lower case, with `*` for one label. */
  domainName: /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/,
  certificateArn: /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
  basePath: /^[A-Za-z0-9._-]{1,128}$/,
  vpcEndpoint: /^vpce-[0-9a-z]+$/,
  subnet: /^subnet-[0-9a-z]+$/,
  securityGroup: /^sg-[0-9a-zA-Z]+$/,
  environmentName: /^[A-Za-z][A-Za-z0-9_]+$/,
  /** A path inside .framework/, or relative to that folder. */
  policyFile: /^(?![/\\]|[A-Za-z]:).+$/,
  /** The prefix `aws:` is reserved for AWS, in any case. */
  freeTagKey: /^(?![aA][wW][sS]:)/,
  tagText: /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u,
};
