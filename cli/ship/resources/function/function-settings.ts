// The settings of a function, one row each with its configuration key. Plans and rollbacks name a setting by this key. They
// never show values of environment variables, because plans are printed, stored and shared.
import { isListOf, isText } from '../../../../compiler/json-values.js';
import type { Tags } from '../../../cloud/cloud.js';
import type {
  CloudFunction,
  FunctionSettings,
  FunctionVpc,
} from '../../../cloud/services/lambda-function.js';
import type { FunctionSettings as FunctionKeys } from '../../../config/keys.js';
import type { StageSettings } from '../../../config/stage-keys.js';
import type { FunctionRole } from '../role/policy-changes.js';
import { roleNameOf } from '../../stage/states.js';
import { isKeptTag } from '../../stage/own-tag.js';
import { type FieldChange, HIDDEN } from '../../stage/plan-rows.js';

/** `code`: different bytes. `permissions`: who may call the function. */
export type FunctionPart = 'code' | 'configuration' | 'concurrency' | 'tags' | 'permissions';

export type DesiredFunction = CarriedSettings & {
  /** `api_handler`, or the name of the Lambda function in the source. */
  readonly key: string;
  /** `<app>-<stage>`, or `<app>-<stage>-<key>`. */
  readonly name: string;
  readonly handler: string;
  readonly vpc: FunctionVpc | undefined;
  readonly role: FunctionRole;
  /** The user's tags and our own. */
  readonly tags: Tags;
};

/**
 * The settings, in the order of a plan. A value is read from its key in the configuration, unless `isMade` says that
 * `function.ts` computes it. `part` defaults to `configuration`.
 */
const SETTINGS = {
  architecture: { key: 'architecture', part: 'code' },
  role: { key: 'iam_role_arn', isMade: true },
  runtime: { key: 'runtime' },
  handler: { key: 'handler', isMade: true },
  timeout: { key: 'lambda_timeout' },
  memorySize: { key: 'lambda_memory_size' },
  environment: { key: 'environment_variables', isHidden: true },
  subnetIds: { key: 'subnet_ids', isMade: true },
  securityGroupIds: { key: 'security_group_ids', isMade: true },
  ephemeralStorage: { key: 'ephemeral_storage' },
  layers: { key: 'layers', isOrdered: true },
  tracing: { key: 'xray' },
  reservedConcurrency: { key: 'reserved_concurrency', part: 'concurrency' },
  tags: { key: 'tags', part: 'tags', isMade: true },
} as const;

type Name = keyof typeof SETTINGS;
type Keys = FunctionKeys & StageSettings;

type Row = {
  /** The configuration key, or `handler`, which comes from the source instead. */
  readonly key: keyof Keys | 'handler';
  readonly part?: FunctionPart;
  readonly isMade?: true;
  readonly isHidden?: true;
  readonly isOrdered?: true;
};

type CarriedName = {
  [One in Name]: (typeof SETTINGS)[One] extends { readonly isMade: true } ? never : One;
}[Name];

type CarriedSettings = {
  readonly [One in CarriedName]: Exclude<
    Keys[(typeof SETTINGS)[One]['key']],
    undefined
  > extends CloudFunction[One]
    ? CloudFunction[One]
    : never;
};

const ROWS: readonly (readonly [string, Row])[] = Object.entries(SETTINGS);

export function carriedSettings(keys: Keys): CarriedSettings {
  const values = new Map<string, unknown>(Object.entries(keys));
  const carried = ROWS.filter(([, { isMade }]) => !isMade);
  return Object.fromEntries(
    carried.map(([name, { key }]) => [name, values.get(key)]),
  ) as CarriedSettings; // because its type compares each key with its setting
}

export type PartChange = FieldChange & { readonly part: FunctionPart };

/** Returns every setting that differs. The hash of the code is not a setting. */
export function compareFunction(
  desired: DesiredFunction,
  observed: CloudFunction,
): readonly PartChange[] {
  const tags = Object.entries(observed.tags).filter(
    ([key]) => Object.hasOwn(desired.tags, key) || !isKeptTag(key),
  );
  const from = {
    ...observed,
    role: roleText(observed.role, desired),
    tags: Object.fromEntries(tags),
  };
  return compare(from, { ...desired, role: roleText(undefined, desired) });
}

/** Returns the role as text. Managed roles are compared by name, because the ARN of a new role is unknown. */
function roleText(arn: string | undefined, { role }: DesiredFunction): string {
  if (role.kind === 'given') return arn ?? role.arn;
  return arn === undefined ? role.name : (roleNameOf(arn) ?? arn);
}

/** Returns the configuration keys that differ. A VPC has two keys, which AWS changes together. */
export function changedKeys(from: FunctionSettings, to: FunctionSettings): readonly string[] {
  return compare(from, to)
    .filter(({ part }) => part === 'configuration')
    .map(({ field }) => {
      const [key = ''] = field.split('.');
      return VPC.includes(key) ? VPC.join(' and ') : key;
    });
}

const VPC: readonly string[] = [SETTINGS.subnetIds.key, SETTINGS.securityGroupIds.key];

type Value =
  string | number | boolean | readonly string[] | Readonly<Record<string, string>> | undefined;

type Compared = FunctionSettings & Partial<Pick<CloudFunction, Name & keyof CloudFunction>>;

function compare(from: Compared, to: Compared): readonly PartChange[] {
  const [before, after] = [valuesOf(from), valuesOf(to)];
  return ROWS.flatMap(([name, row]) => {
    const { part = 'configuration', isHidden = false } = row;
    const old = textsOf(row, before.get(name));
    const now = textsOf(row, after.get(name));
    const fields = [...new Set([...old.keys(), ...now.keys()])].toSorted();
    const shown = (text: string | undefined): string | undefined =>
      isHidden && text !== undefined ? HIDDEN : text;
    return fields
      .filter((field) => old.get(field) !== now.get(field))
      .map((field) => ({ field, from: shown(old.get(field)), to: shown(now.get(field)), part }));
  });
}

function valuesOf({ vpc, ...settings }: Compared): ReadonlyMap<string, Value> {
  const { subnetIds, securityGroupIds } = vpc ?? {};
  return new Map<string, Value>(Object.entries({ ...settings, subnetIds, securityGroupIds }));
}

/** Returns the text of each field. Each variable or tag is a field. Lists are sorted, unless `isOrdered` is set. */
function textsOf({ key, isOrdered }: Row, value: Value): ReadonlyMap<string, string> {
  if (value === undefined) return new Map();
  if (typeof value !== 'object') return new Map([[key, String(value)]]);
  if (isListOf(value, isText)) {
    const items = isOrdered ? value : value.toSorted();
    return new Map(items.length === 0 ? [] : [[key, items.join(', ')]]);
  }
  return new Map(Object.entries(value).map(([name, text]) => [`${key}.${name}`, text]));
}
