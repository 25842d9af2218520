// `framework export`: describes what a deploy would create in the format of another tool, which then creates it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type Diagnostic,
  sortDiagnostics,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import { ANY_REGION } from '../../compiler/openapi/openapi-document.js';
import { hasErrors } from '../app/load-app.js';
import { sourcePlace, variablePlace } from '../config/event-sources.js';
import { loadConfig } from '../config/load-config.js';
import { ExitCode, isGiven, optionalText, type CommandInput } from '../program/command.js';
import { refuseLinks } from '../project/disk.js';
import { prepareDeploy } from '../ship/deploy/prepare-deploy.js';
import { adoptStage, exportStage, type StageExport } from '../ship/export/export-stage.js';
import {
  checkMergedNames,
  checkTemplate,
  cloudFormationTemplate,
  DIRECT_BYTES,
  mergeDeep,
  misreadTexts,
  readMergePart,
  templateText,
} from '../ship/export/cloud-formation.js';
import { nothingToExport } from '../ship/export/export-catalogue.js';
import { CODE_FILE, terraformJson } from '../ship/export/terraform.js';
import type { ExportProblem } from '../ship/stage/exported.js';
import type { Desired } from '../ship/stage/states.js';
import { plural } from '../terminal/printable.js';
import { loadOptions, withCloud } from './cloud-command.js';
import { fail, refuse, report } from './failure.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const refused = checkOptions(input);
  if (refused !== undefined) return refused;
  const prepared = await prepareDeploy({ ...loadOptions(input), region: ANY_REGION });
  const { diagnostics } = prepared;
  if (prepared.kind === 'failed') return fail(input, diagnostics);
  const { desired } = prepared;
  const locate = (problem: ExportProblem): Diagnostic => placeProblem(problem, prepared);
  if (!isGiven(input, 'adopt'))
    return finish(input, { desired, stage: exportStage(desired, undefined), diagnostics, locate });
  return withCloud(input, async (cloud) => {
    const adopted = await adoptStage({ cloud, app: prepared });
    if (adopted.kind === 'refused') return fail(input, adopted.diagnostics);
    return finish(input, { ...adopted, diagnostics, locate });
  });
}

function checkOptions(input: CommandInput): ExitCode | undefined {
  const format = optionalText(input, 'format');
  const misuse = (message: string): ExitCode =>
    refuse(input, { message, help: 'framework export --help' });
  if (format === undefined)
    return misuse('`--format` is missing: `terraform` or `cloudformation`.');
  if (format === 'cloudformation' && isGiven(input, 'adopt'))
    return misuse('`--adopt` writes import blocks, which only Terraform supports.');
  if (format === 'terraform' && optionalText(input, 'merge') !== undefined)
    return misuse('`--merge` is for CloudFormation; Terraform reads all files in the folder.');
  return undefined;
}

type Exporting = {
  readonly desired: Desired;
  readonly stage: StageExport;
  readonly diagnostics: readonly Diagnostic[];
  readonly locate: (problem: ExportProblem) => Diagnostic;
};

type Written = {
  /** For example `main.tf.json`. */
  readonly file: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly problems: readonly ExportProblem[];
};

/** Adds the location in the source or in the configuration. */
function placeProblem(
  { diagnostic, from }: ExportProblem,
  { project, config }: Prepared,
): Diagnostic {
  if (!from) return diagnostic;
  const loaded = loadConfig(project, config.stage);
  const { variable, function: key, at: declared } = from;
  const at = declared
    ? sourcePlace(declared, project)
    : variablePlace(variable ?? '', key, { config, loaded });
  return at ? { ...diagnostic, at } : diagnostic;
}

type Prepared = Extract<Awaited<ReturnType<typeof prepareDeploy>>, { readonly kind: 'ready' }>;

function finish(input: CommandInput, { desired, stage, diagnostics, locate }: Exporting): ExitCode {
  const { app, stage: name } = desired;
  const nothing = diagnose(nothingToExport, { app, stage: name });
  const written = stage.resources.length === 0 ? undefined : writtenStage(input, stage);
  const all = sortDiagnostics([
    ...diagnostics,
    ...[...stage.problems, ...(written?.problems ?? [])].map(locate),
    ...(written?.diagnostics ?? [nothing]),
  ]);
  if (!written || hasErrors(all)) return fail(input, all);
  report(input, all);
  const folder = optionalText(input, 'out');
  if (folder === undefined) input.terminal.out.write(written.text);
  else writeFolder(input, { ...written, folder, zip: desired.package.zip, stage });
  return ExitCode.ok;
}

function writtenStage(input: CommandInput, stage: StageExport): Written {
  if (optionalText(input, 'format') === 'terraform')
    return { file: 'main.tf.json', text: terraformJson(stage), diagnostics: [], problems: [] };
  const file = optionalText(input, 'merge');
  const merged =
    file === undefined
      ? ({ kind: 'part', part: {} } as const)
      : readMergePart(resolve(input.workingDirectory, file), file);
  if (merged.kind === 'wrong')
    return { file: '', text: '', diagnostics: [merged.diagnostic], problems: [] };
  const ours = cloudFormationTemplate(stage);
  const template = mergeDeep(ours, merged.part);
  return {
    file: 'template.json',
    text: templateText(template),
    diagnostics: [...checkTemplate(template), ...checkMergedNames(ours, merged.part, file ?? '')],
    problems: misreadTexts(stage),
  };
}

type Folder = Pick<Written, 'file' | 'text'> & {
  /** The path as the user typed it. */
  readonly folder: string;
  readonly zip: Uint8Array;
  readonly stage: StageExport;
};

function writeFolder(input: CommandInput, { folder, file, text, zip, stage }: Folder): void {
  const path = resolve(input.workingDirectory, folder);
  mkdirSync(path, { recursive: true });
  for (const [name, content] of [
    [file, text],
    [CODE_FILE, zip],
  ] as const) {
    refuseLinks(join(path, name));
    writeFileSync(join(path, name), content);
  }
  const { out } = input.terminal;
  const { resources, adoptions } = stage;
  const contents = [
    plural(resources.length, 'resource'),
    ...(adoptions.length > 0 ? [plural(adoptions.length, 'import')] : []),
  ];
  out.write(`Wrote ${folder}/${file} (${contents.join(', ')}) and ${folder}/${CODE_FILE}\n`);
  if (file === 'template.json' && Buffer.byteLength(text) > DIRECT_BYTES) {
    out.write(
      'The template is too long for a single call: add `--s3-bucket` to `aws cloudformation deploy`.\n',
    );
  }
}
