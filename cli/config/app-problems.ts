// The configuration against the application: names that differ, settings for functions that do not exist, and names in
// the cloud that would be too long (design.md 4.14).
import type { Manifest } from '../../runtime/contract/manifest.js';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { nearestName } from '../../compiler/diagnostics/nearest-name.js';
import { baseName, functionNameOf, ownRoleNameOf } from './cloud-names.js';
import { cloudNameTooLong, otherAppName, unknownFunction } from './config-catalogue.js';
import type { KeyPath } from './config-file.js';
import { NAME_LENGTH } from './limits.js';
import type { LoadedConfig } from './load-config.js';
import { entryOf } from './lookup.js';
import { API_HANDLER } from './resolve-stage.js';

/** Checks the configuration of a stage against the manifest. */
export function checkConfigOfApp(
  loaded: LoadedConfig,
  manifest: Manifest,
  stage: string,
): Diagnostic[] {
  return [
    ...checkAppName(loaded, manifest),
    ...checkFunctionNames(loaded, manifest, stage),
    ...checkNameLengths(loaded, manifest, stage),
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
  const known = [API_HANDLER, ...manifest.functions.map(({ name }) => name)];
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
  { raw, file, config }: LoadedConfig,
  manifest: Manifest,
  stage: string,
): Diagnostic[] {
  const base = baseName(raw.app_name ?? manifest.app.name, stage);
  const names = [
    base,
    // A function and the role that it alone has are called the same, except for the function of the API.
    ...manifest.functions.map(({ name }) => functionNameOf(base, name)),
    ...(config?.apiHandler.hasOwnRole ? [ownRoleNameOf(base, API_HANDLER)] : []),
  ];
  const tooLong = names.filter((name) => name.length > NAME_LENGTH);
  // A name that only the source has is in the message: the manifest holds no offsets to point at.
  const at = raw.app_name === undefined ? undefined : file?.placeOfValue(['app_name']);
  return tooLong.slice(0, 1).map((name) => diagnose(cloudNameTooLong, { name }, { at }));
}
