// The shape of .framework/config.json (spec 2.6) as a schema: what is checked, and what editors are told.
// The message of each check is the name of a problem in the catalogue, which has the words.
import * as v from 'valibot';
import { FILE_KEYS, FUNCTION_KEYS, STAGE_KEYS } from './keys.js';
import {
  MEMORY,
  OWN_TAG,
  PATTERNS,
  RESERVED_ENVIRONMENT,
  RUNTIMES,
  TAGS,
  TIMEOUT,
  VPC,
} from './limits.js';
import type { RawConfig } from './raw-config.js';
import type { ShapeProblem } from './shape-catalogue.js';

const as = (problem: ShapeProblem): ShapeProblem => problem;
const text = v.string(as('type'));
const isMapping = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Schemas of objects take a list for one, so a mapping is asked for first. */
function mapping<Shape extends v.GenericSchema>(shape: Shape) {
  return v.pipe(v.custom<v.InferInput<Shape>>(isMapping, as('type')), shape);
}

/** Not `strictObject`, which reports only the first key that it does not know. */
function closed<Entries extends v.ObjectEntries>(entries: Entries) {
  return mapping(v.objectWithRest(entries, v.never(as('unknown-key'))));
}

function integer(least: number, most: number, problem: ShapeProblem) {
  return v.pipe(
    v.number(as('type')),
    v.integer(as('type')),
    v.minValue(least, problem),
    v.maxValue(most, problem),
  );
}

function named(pattern: RegExp, problem: ShapeProblem) {
  return v.pipe(text, v.regex(pattern, problem));
}

function described<Shape extends v.GenericSchema>(shape: Shape, summary: string) {
  return v.exactOptional(v.pipe(shape, v.description(summary)));
}

const functionEntries = {
  manage_iam_role: described(v.boolean(as('type')), FUNCTION_KEYS.manage_iam_role.summary),
  iam_role_arn: described(named(PATTERNS.roleArn, 'role-arn'), FUNCTION_KEYS.iam_role_arn.summary),
  autogen_policy: described(v.boolean(as('type')), FUNCTION_KEYS.autogen_policy.summary),
  iam_policy_file: described(
    named(PATTERNS.policyFile, 'policy-file'),
    FUNCTION_KEYS.iam_policy_file.summary,
  ),
  environment_variables: described(
    mapping(
      v.record(
        v.pipe(
          text,
          v.regex(PATTERNS.environmentName, as('environment-name')),
          v.notValues(RESERVED_ENVIRONMENT, as('environment-reserved')),
        ),
        v.string(as('environment-value')),
      ),
    ),
    FUNCTION_KEYS.environment_variables.summary,
  ),
  lambda_timeout: described(
    integer(TIMEOUT.least, TIMEOUT.most, 'timeout'),
    FUNCTION_KEYS.lambda_timeout.summary,
  ),
  lambda_memory_size: described(
    v.pipe(integer(MEMORY.least, MEMORY.most, 'memory'), v.multipleOf(MEMORY.step, as('memory'))),
    FUNCTION_KEYS.lambda_memory_size.summary,
  ),
  tags: described(
    mapping(
      v.record(
        v.pipe(
          text,
          v.minLength(1, as('tag-key')),
          v.maxLength(TAGS.keyLength, as('tag-key')),
          v.regex(PATTERNS.tagText, as('tag-key')),
          v.regex(PATTERNS.freeTagKey, as('tag-reserved')),
          v.notValue(OWN_TAG, as('tag-reserved')),
        ),
        v.pipe(
          text,
          v.maxLength(TAGS.valueLength, as('tag-value')),
          v.regex(PATTERNS.tagText, as('tag-value')),
        ),
      ),
    ),
    FUNCTION_KEYS.tags.summary,
  ),
  subnet_ids: described(
    v.pipe(
      v.array(named(PATTERNS.subnet, 'vpc-id'), as('type')),
      v.maxLength(VPC.subnets, as('vpc-count')),
    ),
    FUNCTION_KEYS.subnet_ids.summary,
  ),
  security_group_ids: described(
    v.pipe(
      v.array(named(PATTERNS.securityGroup, 'vpc-id'), as('type')),
      v.maxLength(VPC.securityGroups, as('vpc-count')),
    ),
    FUNCTION_KEYS.security_group_ids.summary,
  ),
  reserved_concurrency: described(
    v.pipe(v.number(as('type')), v.integer(as('type')), v.minValue(0, as('concurrency'))),
    FUNCTION_KEYS.reserved_concurrency.summary,
  ),
};

const stageEntries = {
  ...functionEntries,
  api_gateway_stage: described(
    named(PATTERNS.apiGatewayStage, 'gateway-stage'),
    STAGE_KEYS.api_gateway_stage.summary,
  ),
  runtime: described(v.pipe(text, v.picklist(RUNTIMES, as('runtime'))), STAGE_KEYS.runtime.summary),
  lambda_functions: described(
    mapping(v.record(named(PATTERNS.name, 'function-name'), closed(functionEntries))),
    STAGE_KEYS.lambda_functions.summary,
  ),
};

/** The whole file. */
export const configSchema: v.GenericSchema<unknown, RawConfig> = closed({
  $schema: described(text, FILE_KEYS.$schema.summary),
  version: described(v.pipe(text, v.value('2.0', as('version'))), FILE_KEYS.version.summary),
  app_name: described(named(PATTERNS.name, 'app-name'), FILE_KEYS.app_name.summary),
  stages: described(
    mapping(v.record(named(PATTERNS.name, 'stage-name'), closed(stageEntries))),
    FILE_KEYS.stages.summary,
  ),
  ...stageEntries,
});
