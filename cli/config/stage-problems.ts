// What a stage comes to after lookup and merging, checked: roles, sizes, tags and VPC of each of its functions.
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import type { Diagnostic, SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import {
  environmentTooLarge,
  halfVpc,
  missingPolicyFile,
  missingRole,
  tooManyTags,
} from './config-catalogue.js';
import type { ConfigFile, KeyPath } from './config-file.js';
import { ENVIRONMENT_BYTES, TAGS } from './limits.js';
import { type Layer, entryOf, layersOf, lookUp, merge } from './lookup.js';
import type { RawConfig } from './raw-config.js';
import { namesOwnPolicy, policyPath } from './resolve-stage.js';

export type StageToCheck = {
  readonly raw: RawConfig;
  readonly stage: string;
  readonly file: ConfigFile;
  /** Asks for a path relative to the project directory. */
  readonly isFile: (path: string) => boolean;
  /** False with `--no-autogen-policy`. */
  readonly autogenPolicy: boolean;
};

/** Checks the stage and every function that `lambda_functions` names. */
export function checkStage(checked: StageToCheck): Diagnostic[] {
  const { raw, stage } = checked;
  const names = Object.keys({
    ...raw.lambda_functions,
    ...entryOf(raw.stages, stage)?.lambda_functions,
  });
  const layers = layersOf(raw, stage);
  const ofStage = checkLayers({ ...checked, layers, owner: `the stage ${stage}` });
  const ofFunctions = names.flatMap((name) =>
    checkLayers({
      ...checked,
      layers: layersOf(raw, stage, name),
      owner: `the function ${name}`,
    }),
  );
  // A function that only inherits a problem has it at the same place; the stage has reported it.
  const known = new Set(ofStage.map(identify));
  return [...ofStage, ...ofFunctions.filter((problem) => !known.has(identify(problem)))];
}

type Subject = Pick<StageToCheck, 'stage' | 'file' | 'isFile' | 'autogenPolicy'> & {
  readonly layers: readonly Layer[];
  readonly owner: string;
};

function identify({ code, at }: Diagnostic): string {
  return `${code} ${at?.start ?? ''}`;
}

function checkLayers(subject: Subject): Diagnostic[] {
  return [
    ...checkRole(subject),
    ...checkPolicyFile(subject),
    ...checkEnvironmentSize(subject),
    ...checkTagCount(subject),
    ...checkVpc(subject),
  ];
}

function checkRole({ layers, owner, file }: Subject): Diagnostic[] {
  const managed = lookUp(layers, 'manage_iam_role');
  if (managed?.value !== false || lookUp(layers, 'iam_role_arn')) return [];
  return [diagnose(missingRole, { owner }, { at: file.placeOfKey(managed.path) })];
}

/** A file that nothing reads may be missing. */
function checkPolicyFile(subject: Subject): Diagnostic[] {
  const { layers, owner, stage, file, isFile, autogenPolicy } = subject;
  const autogen = lookUp(layers, 'autogen_policy');
  if (autogen?.value !== false || lookUp(layers, 'manage_iam_role')?.value === false) return [];
  if (!autogenPolicy && !namesOwnPolicy(layers)) return [];
  const path = policyPath(layers, stage);
  if (isFile(path)) return [];
  const named = lookUp(layers, 'iam_policy_file');
  const at = named ? file.placeOfValue(named.path) : file.placeOfKey(autogen.path);
  return [diagnose(missingPolicyFile, { owner, path }, { at })];
}

function checkEnvironmentSize({ layers, owner, file }: Subject): Diagnostic[] {
  const variables = merge(layers, 'environment_variables');
  // Lambda measures them as JSON.
  const bytes = Buffer.byteLength(JSON.stringify(variables));
  if (bytes <= ENVIRONMENT_BYTES) return [];
  return [
    diagnose(
      environmentTooLarge,
      { owner, bytes },
      { at: placeOfMerged(layers, 'environment_variables', file) },
    ),
  ];
}

function checkTagCount({ layers, owner, file }: Subject): Diagnostic[] {
  const count = Object.keys(merge(layers, 'tags')).length;
  if (count <= TAGS.count) return [];
  return [diagnose(tooManyTags, { owner, count }, { at: placeOfMerged(layers, 'tags', file) })];
}

function placeOfMerged(
  layers: readonly Layer[],
  key: 'environment_variables' | 'tags',
  file: ConfigFile,
): SourceSpan {
  return file.placeOfKey(lookUp(layers, key)?.path ?? []);
}

function checkVpc({ layers, owner, file }: Subject): Diagnostic[] {
  const subnets = lookUp(layers, 'subnet_ids');
  const groups = lookUp(layers, 'security_group_ids');
  const hasSubnets = (subnets?.value ?? []).length > 0;
  const hasGroups = (groups?.value ?? []).length > 0;
  if (hasSubnets === hasGroups) return [];
  const [given, missing] = hasSubnets
    ? (['subnet_ids', 'security_group_ids'] as const)
    : (['security_group_ids', 'subnet_ids'] as const);
  const path: KeyPath = (hasSubnets ? subnets : groups)?.path ?? [];
  return [diagnose(halfVpc, { owner, given, missing }, { at: file.placeOfKey(path) })];
}
