// `framework build`: writes the manifest and the deployable folder, and reports their sizes.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Diagnostic,
  sortDiagnostics,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';
import { serializeManifest } from '../../compiler/manifest/build-manifest.js';
import type { Manifest } from '../../runtime/contract/manifest.js';
import { hasErrors, loadApp } from '../app/load-app.js';
import { BUILD_FOLDER, MANIFEST_FILE, PACKAGE_FOLDER } from '../bundle/package-writer.js';
import { bundleApp } from '../bundle/bundle-app.js';
import { type BundleTarget, packageTarget } from '../bundle/bundle-target.js';
import { packageTooLarge } from '../bundle/bundle-catalogue.js';
import { startEsbuild } from '../bundle/esbuild-options.js';
import {
  type SizeRow,
  createPackageMeasure,
  type PackageSizes,
  renderSizes,
} from '../bundle/sizes.js';
import {
  ExitCode,
  isGiven,
  optionalText,
  textOption,
  type CommandInput,
} from '../program/command.js';
import { UNZIPPED_LIMIT } from '../ship/archive/pack-zip.js';
import { refuseLinks } from '../project/disk.js';
import { plural } from '../terminal/printable.js';
import { APP_TYPES, writeAppTypes } from '../serve/testing/app-types.js';
import { fail, report } from './failure.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const directory = input.projectDirectory;
  startEsbuild();
  const loaded = loadApp({ directory, stage: textOption(input, 'stage') });
  const { project, config, compilation } = loaded;
  const manifest = compilation?.manifest;
  if (hasErrors(loaded.diagnostics) || !project || !config || !manifest)
    return fail(input, loaded.diagnostics);
  const { root, settings } = project;
  const measure = createPackageMeasure();
  const bundle = await bundleApp({
    root,
    settings,
    compilation,
    outDirectory: join(root, PACKAGE_FOLDER),
    target: targetOf(input, packageTarget(manifest, config)),
    minify: true,
    onFile: measure.begin,
  });
  const diagnostics = [...sortDiagnostics([...loaded.diagnostics, ...bundle.diagnostics])];
  if (bundle.kind === 'failed') return fail(input, diagnostics);
  refuseLinks(join(root, MANIFEST_FILE));
  await mkdir(join(root, BUILD_FOLDER), { recursive: true });
  await writeFile(join(root, MANIFEST_FILE), serializeManifest(manifest));
  writeAppTypes(root, manifest);
  const sizes = await measure.finish(bundle.files);
  if (sizes.bytes > UNZIPPED_LIMIT) {
    const megabytes = Math.ceil(sizes.bytes / 1_000_000).toString();
    diagnostics.push(diagnose(packageTooLarge, { megabytes }));
  }
  succeed(input, { parts: bundle.sizes, sizes, manifest, diagnostics });
  return ExitCode.ok;
}

/** Returns the stage's target, with the processor architecture from the command line if one is given. */
function targetOf(input: CommandInput, ofStage: BundleTarget): BundleTarget {
  const cpu = optionalText(input, 'arch');
  return cpu === 'x64' || cpu === 'arm64' ? { ...ofStage, cpus: [cpu] } : ofStage;
}

type Built = {
  readonly parts: readonly SizeRow[];
  readonly sizes: PackageSizes;
  readonly manifest: Manifest;
  readonly diagnostics: readonly Diagnostic[];
};

function succeed(input: CommandInput, { parts, sizes, manifest, diagnostics }: Built): void {
  const { out } = input.terminal;
  const routes = manifest.routes.length;
  const functions = manifest.functions.length;
  if (isGiven(input, 'json')) {
    const paths = { directory: PACKAGE_FOLDER, manifest: MANIFEST_FILE, types: APP_TYPES };
    const document = { version: 1, ...paths, routes, functions, parts, sizes, diagnostics };
    out.write(indentedJson(document));
    return;
  }
  report(input, diagnostics);
  out.write(`${renderSizes(parts, sizes, out)}\n`);
  out.write(`Wrote ${PACKAGE_FOLDER}\n`);
  out.write(
    `Wrote ${MANIFEST_FILE} (${plural(routes, 'route')}, ${plural(functions, 'function')})\n`,
  );
  out.write(`Wrote ${APP_TYPES} (types for tests)\n`);
}
