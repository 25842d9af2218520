// Checks a stage after lookup and merging: each function's role, sizes, tags and VPC, and whether names in the configuration
// match those in the application.
import type { Manifest } from '../../runtime/contract/manifest.js';
import {
  type Diagnostic,
  type SourceSpan,
  nearestName,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import type { KeyPath } from '../project/placed-json.js';
import { type ApiToCheck, checkApi, checkStreams } from './api-problems.js';
import { baseName, functionKeys, functionNameOf } from './cloud-names.js';
import {
  cloudNameTooLong,
  environmentTooLarge,
  halfVpc,
  layerTwice,
  missingPolicyFile,
  missingRole,
  otherAppName,
  sharedByAll,
  tooManyTags,
  unknownFunction,
} from './config-catalogue.js';
import type { ConfigFile, LoadedConfig } from './config-file.js';
import { FUNCTION_KEYS, type FunctionSettings } from './keys.js';
import { ENVIRONMENT_BYTES, NAME_LENGTH, TAGS } from './limits.js';
import {
  API_HANDLER,
  entryOf,
  type Layer,
  layersOf,
  lookUp,
  namesOwnPolicy,
  policyPath,
  settingsOf,
} from './stage-config.js';

type StageToCheck = ApiToCheck & {
  /** False with `--no-autogen-policy`. */
  readonly autogenPolicy: boolean;
};

export function checkStage(checked: StageToCheck): Diagnostic[] {
  const { raw, stage } = checked;
  const names = Object.keys({
    ...raw.lambda_functions,
    ...entryOf(raw.stages, stage)?.lambda_functions,
  });
  const layers = layersOf(raw, stage);
  const ofStage = checkLayers({ ...checked, layers, owner: `the stage ${stage}` });
  const ofFunctions = names.flatMap((name) => {
    const subject = { layers: layersOf(raw, stage, name), owner: `the function ${name}`, name };
    return checkLayers({ ...checked, ...subject });
  });
  // A problem that a function inherits from the stage is already reported, at the same location.
  const known = new Set(ofStage.map(identify));
  return [
    ...checkApi(checked),
    ...checkRolePerFunction(checked, layers),
    ...ofStage,
    ...ofFunctions.filter((problem) => !known.has(identify(problem))),
  ];
}

/** Reports settings that require one role or policy for all functions, so that `role_per_function` has no effect. */
function checkRolePerFunction(
  { raw, stage, file, isForDeploy }: StageToCheck,
  layers: readonly Layer[],
): Diagnostic[] {
  const own = entryOf(raw.stages, stage)?.role_per_function;
  if (!isForDeploy || !(own ?? raw.role_per_function)) return [];
  const path = own === undefined ? [] : ['stages', stage];
  const at = file.placeOfKey([...path, 'role_per_function']);
  return (['manage_iam_role', 'autogen_policy'] as const)
    .filter((key) => lookUp(layers, key)?.value === false)
    .map((key) => diagnose(sharedByAll, { key, stage }, { at }));
}

type Subject = Omit<StageToCheck, 'raw'> & {
  readonly layers: readonly Layer[];
  readonly owner: string;
  /** The name of the function; undefined for the stage. */
  readonly name?: string;
};

function identify({ code, at }: Diagnostic): string {
  return `${code} ${at?.start ?? ''}`;
}

function checkLayers(subject: Subject): Diagnostic[] {
  const settings = settingsOf(subject.layers, subject.stage);
  const isChecked = (key: keyof FunctionSettings): boolean =>
    subject.isForDeploy || !FUNCTION_KEYS[key].isForDeploy;
  return CHECKS.flatMap(([key, check]) => (isChecked(key) ? check(subject, settings) : []));
}

/** The checks, each with the setting that it applies to. */
const CHECKS: readonly (readonly [
  key: keyof FunctionSettings,
  check: (subject: Subject, settings: FunctionSettings) => Diagnostic[],
])[] = [
  ['manage_iam_role', checkRole],
  ['iam_policy_file', checkPolicyFile],
  ['environment_variables', checkEnvironmentSize],
  ['tags', checkTagCount],
  ['subnet_ids', checkVpc],
  ['layers', checkLayerNames],
];

function checkRole({ layers, owner, file }: Subject, settings: FunctionSettings): Diagnostic[] {
  if (settings.manage_iam_role || settings.iam_role_arn !== undefined) return [];
  return [diagnose(missingRole, { owner }, { at: keySpan(layers, 'manage_iam_role', file) })];
}

/** Reports a missing policy file, but only if the file would be read. */
function checkPolicyFile(subject: Subject, settings: FunctionSettings): Diagnostic[] {
  const { layers, owner, name, file, isFile, autogenPolicy } = subject;
  if (settings.autogen_policy || !settings.manage_iam_role) return [];
  if (!autogenPolicy && !namesOwnPolicy(layers)) return [];
  const path = policyPath(settings);
  if (isFile(path)) return [];
  const named = lookUp(layers, 'iam_policy_file');
  const at = named ? file.placeOfValue(named.path) : keySpan(layers, 'autogen_policy', file);
  return [diagnose(missingPolicyFile, { owner, path, name }, { at })];
}

function checkEnvironmentSize(
  { layers, owner, file }: Subject,
  { environment_variables }: FunctionSettings,
): Diagnostic[] {
  // Lambda measures the variables as JSON.
  const bytes = Buffer.byteLength(JSON.stringify(environment_variables));
  if (bytes <= ENVIRONMENT_BYTES) return [];
  const at = keySpan(layers, 'environment_variables', file);
  return [diagnose(environmentTooLarge, { owner, bytes }, { at })];
}

function checkTagCount({ layers, owner, file }: Subject, { tags }: FunctionSettings): Diagnostic[] {
  const count = Object.keys(tags).length;
  if (count <= TAGS.count) return [];
  return [diagnose(tooManyTags, { owner, count }, { at: keySpan(layers, 'tags', file) })];
}

function checkVpc(
  { layers, owner, file }: Subject,
  { subnet_ids = [], security_group_ids = [] }: FunctionSettings,
): Diagnostic[] {
  const hasSubnets = subnet_ids.length > 0;
  if (hasSubnets === security_group_ids.length > 0) return [];
  const [given, missing] = hasSubnets
    ? (['subnet_ids', 'security_group_ids'] as const)
    : (['security_group_ids', 'subnet_ids'] as const);
  const at = keySpan(layers, given, file);
  return [diagnose(halfVpc, { owner, given, missing }, { at })];
}

function checkLayerNames(
  { layers, file }: Subject,
  { layers: arns }: FunctionSettings,
): Diagnostic[] {
  const names = arns.map((arn) => arn.slice(0, arn.lastIndexOf(':')));
  const layer = names.find((name, index) => names.indexOf(name) < index);
  if (layer === undefined) return [];
  return [diagnose(layerTwice, { layer }, { at: keySpan(layers, 'layers', file) })];
}

/** Returns the location of the key whose value is used. */
function keySpan(
  layers: readonly Layer[],
  key: keyof FunctionSettings,
  file: ConfigFile,
): SourceSpan {
  return file.placeOfKey(lookUp(layers, key)?.path ?? []);
}

/** Reports names that differ from the manifest or are too long in AWS (docs/decisions/cloud-names.md) and unknown functions. */
export function checkConfigOfApp(
  loaded: LoadedConfig,
  manifest: Manifest,
  stage: string,
): Diagnostic[] {
  return [
    ...checkAppName(loaded, manifest),
    ...checkFunctionNames(loaded, manifest, stage),
    ...checkNameLengths(loaded, manifest, stage),
    ...checkStreams(loaded, manifest, stage),
  ];
}

function checkAppName({ raw, file }: LoadedConfig, { app }: Manifest): Diagnostic[] {
  const configured = raw.app_name;
  if (configured === undefined || configured === app.name) return [];
  const at = file?.placeOfValue(['app_name']);
  return [diagnose(otherAppName, { configured, declared: app.name }, { at })];
}

function checkFunctionNames(
  { raw, file }: LoadedConfig,
  manifest: Manifest,
  stage: string,
): Diagnostic[] {
  const known = [...new Set([API_HANDLER, ...functionKeys(manifest)])];
  const check = (names: object | undefined, path: KeyPath): Diagnostic[] =>
    Object.keys(names ?? {})
      .filter((name) => !known.includes(name))
      .map((name) => {
        const data = { name, known, suggestion: nearestName(name, known) };
        return diagnose(unknownFunction, data, { at: file?.placeOfKey([...path, name]) });
      });
  return [
    ...check(raw.lambda_functions, ['lambda_functions']),
    ...check(entryOf(raw.stages, stage)?.lambda_functions, ['stages', stage, 'lambda_functions']),
  ];
}

function checkNameLengths(
  { raw, file }: LoadedConfig,
  manifest: Manifest,
  stage: string,
): Diagnostic[] {
  const base = baseName(raw.app_name ?? manifest.app.name, stage);
  const names = [
    base,
    // A function and its own role have the same name. The name of the API function's role is shortened (`ownRoleNameOf`).
    ...functionKeys(manifest).map((key) => functionNameOf(base, key)),
  ];
  const tooLong = names.filter((name) => name.length > NAME_LENGTH);
  // A name that comes only from the source has no location here, because the manifest contains no offsets.
  const at = raw.app_name === undefined ? undefined : file?.placeOfValue(['app_name']);
  return tooLong.slice(0, 1).map((name) => diagnose(cloudNameTooLong, { name }, { at }));
}
