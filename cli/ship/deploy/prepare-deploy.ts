// Runs the part of a deploy that makes no AWS calls: compiles, bundles and packs the application, finds its policies, and
// builds the desired state. `plan`, `deploy` and `export` begin with it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Diagnostic, sortDiagnostics } from '../../../compiler/diagnostics/diagnostic.js';
import { type Compilation, createCompiler } from '../../../compiler/index.js';
import { serializeManifest } from '../../../compiler/manifest/build-manifest.js';
import { policyTooLong } from '../../../compiler/policy/policy-catalogue.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { hasErrors, loadApp } from '../../app/load-app.js';
import { BUILD_FOLDER, MANIFEST_FILE, PACKAGE_FOLDER } from '../../bundle/package-writer.js';
import { isNative } from '../../bundle/packages/copied-files.js';
import { refuseLinks } from '../../project/disk.js';
import { bundleApp } from '../../bundle/bundle-app.js';
import { startEsbuild } from '../../bundle/esbuild-options.js';
import type { PackageFile } from '../../bundle/file-tree.js';
import type { SizeRow } from '../../bundle/sizes.js';
import type { StageConfig } from '../../config/stage-config.js';
import { packZip, checkGrowth } from '../archive/pack-zip.js';
import { readApiPolicy } from '../policy/policy-file.js';
import { findRolePolicies, type GeneratedFile, withExactArns } from '../policy/role-policies.js';
import { roleNeeds } from '../policy/role-need.js';
import { sdkUsesOf } from '../policy/generate-role-policy.js';
import type { Project } from '../../project/open-project.js';
import { packageTarget } from '../../bundle/bundle-target.js';
import { version } from '../../program/version.js';
import type { Tags } from '../../cloud/cloud.js';
import {
  type Desired,
  type DesiredInput,
  type DesiredRequest,
  type Observed,
  type CloudAccount,
  type Makers,
  makeState,
} from '../stage/states.js';
import { appNameOf, stageOf, withNamedSources } from '../../config/cloud-names.js';
import { RESOURCE_TYPES } from '../resources/registry.js';
import { ownTags } from '../stage/own-tag.js';

export type PrepareOptions = {
  /** The project directory, which must exist. */
  readonly directory: string;
  readonly stage: string;
  readonly region: string;
  /** False for `--no-autogen-policy`. */
  readonly autogenPolicy: boolean;
  readonly expiry?: Tags;
  /** Called once the source has compiled without errors, to start concurrent work. */
  readonly onCompiled?: (
    project: Project,
    compiled: Pick<Compilation, 'modules'> & { readonly manifest: Manifest },
  ) => void;
};

export type PreparedDeploy =
  | {
      readonly kind: 'ready';
      readonly project: Project;
      readonly manifest: Manifest;
      readonly config: StageConfig;
      readonly desired: Desired;
      /** Returns the desired state in another region or in a known account. */
      readonly desiredIn: (region: string, account?: CloudAccount) => Desired;
      /** The content of `.framework/policy.json` after a deploy; undefined if no policy is generated. */
      readonly generatedPolicy: GeneratedFile | undefined;
      readonly files: readonly PackageFile[];
      readonly sizes: readonly SizeRow[];
      /** Advice that is shown to the user once per stage; undefined if there is none. */
      readonly advice: string | undefined;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'failed'; readonly diagnostics: readonly Diagnostic[] };

/** Returns the problems of the source and the configuration. */
export function findProblems(
  options: Pick<PrepareOptions, 'directory' | 'stage' | 'autogenPolicy'>,
): readonly Diagnostic[] {
  return loadApp({ ...options, isForDeploy: true }).diagnostics;
}

/** Prepares a deploy and writes the build folder as `framework build` does. It does not run any code of the application. */
export async function prepareDeploy(options: PrepareOptions): Promise<PreparedDeploy> {
  startEsbuild();
  const compiler = createCompiler();
  const loaded = loadApp({ ...options, compiler, isForDeploy: true });
  const { project, config, compilation } = loaded;
  const manifest = compilation?.manifest;
  if (hasErrors(loaded.diagnostics) || !project || !config || !manifest) {
    return { kind: 'failed', diagnostics: loaded.diagnostics };
  }
  options.onCompiled?.(project, { ...compilation, manifest });
  const { root, settings } = project;
  const found = findRolePolicies({
    project,
    needs: roleNeeds(manifest, config),
    uses: sdkUsesOf({ project, config, manifest, compiler }),
    autogenPolicy: options.autogenPolicy,
  });
  const policyOfApi = readApiPolicy(project, config);
  const bundle = await bundleApp({
    root,
    settings,
    compilation,
    outDirectory: join(root, PACKAGE_FOLDER),
    target: packageTarget(manifest, config),
    minify: true,
  });
  // In a deploy, a policy that is too large is an error, which `checkQuotas` reports.
  const ofPolicies = found.diagnostics.filter(({ code }) => code !== policyTooLong.code);
  const ofLoad = loaded.diagnostics;
  const known = [...ofLoad, ...ofPolicies, ...policyOfApi.diagnostics, ...bundle.diagnostics];
  if (bundle.kind === 'failed' || hasErrors(known)) return fail(known);
  refuseLinks(join(root, MANIFEST_FILE));
  await mkdir(join(root, BUILD_FOLDER), { recursive: true });
  await writeFile(join(root, MANIFEST_FILE), serializeManifest(manifest));
  const packed = await packZip(bundle);
  if (packed.kind === 'too-large') return fail([...known, ...packed.diagnostics]);
  const desiredIn = (region: string, account?: CloudAccount): Desired =>
    buildDesired({
      manifest,
      config,
      policies: found.policies,
      package: { zip: packed.zip, sha256: packed.sha256 },
      region,
      account,
      apiPolicy: policyOfApi.policy,
      expiry: options.expiry,
      version,
    });
  const desired = desiredIn(options.region);
  const all = [...known, ...checkQuotas(desired)];
  if (hasErrors(all)) return fail(all);
  return {
    kind: 'ready',
    project,
    manifest,
    config,
    desired,
    desiredIn,
    generatedPolicy: found.generated,
    files: bundle.files,
    sizes: bundle.sizes,
    advice: config.namesArchitecture || bundle.files.some(isNative) ? undefined : ARM64,
    diagnostics: sortDiagnostics(all),
  };
}

const ARM64 =
  'All code of this stage is JavaScript, and the stage names no processor, so it runs on x86_64. On arm64 Lambda costs 20 % less and ' +
  'starts sooner: write "architecture": "arm64" in .framework/config.json, or "x86_64" to keep it.';

function fail(diagnostics: readonly Diagnostic[]): PreparedDeploy {
  return { kind: 'failed', diagnostics: sortDiagnostics(diagnostics) };
}

export function buildDesired(request: DesiredRequest): Desired {
  const { manifest, config, region, version } = request;
  const app = appNameOf(config, manifest);
  const { stage } = config;
  const location = stageOf({ ...request, app });
  const input: DesiredInput = {
    ...request,
    manifest: withNamedSources(manifest, location),
    policies: request.account
      ? withExactArns(request.policies, manifest, location)
      : request.policies,
    app,
    ownTags: ownTags({ app, stage, version }),
  };
  const base: Makers<DesiredInput, Desired> = {
    app: () => app,
    stage: () => stage,
    region: () => region,
    package: () => request.package,
  };
  return makeState<DesiredInput, Desired>(
    [base, ...RESOURCE_TYPES.map(({ desired = {} }) => desired)],
    () => input,
  );
}

export function checkPackage(
  desired: Desired,
  { functions }: Observed,
  sizes: readonly SizeRow[],
): readonly Diagnostic[] {
  const before = Math.max(0, ...functions.map(({ codeSize }) => codeSize));
  return checkGrowth({ bytes: desired.package.zip.byteLength, before }, sizes);
}

export function checkQuotas(desired: Desired): readonly Diagnostic[] {
  return RESOURCE_TYPES.flatMap(({ check }) => check?.(desired) ?? []);
}
