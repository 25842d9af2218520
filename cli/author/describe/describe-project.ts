// Describes a project's application to its callers, for `framework openapi` and `framework client`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ApiDescription } from '../../../compiler/api/api-description.js';
import { compiledSource } from '../../../compiler/compile-app.js';
import { describeApp } from '../../../compiler/describe-app.js';
import {
  type Diagnostic,
  diagnose,
  code,
  type CatalogueEntry,
} from '../../../compiler/diagnostics/diagnostic.js';
import { mappingOf, parseJson } from '../../../compiler/json-values.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { hasErrors, loadApp } from '../../app/load-app.js';
import type { Project } from '../../project/open-project.js';
import { readText, refuseLinks } from '../../project/disk.js';

type Generated = { readonly file: string; readonly command: string };

export const staleFile: CatalogueEntry<Generated> = {
  code: 'FW3120',
  severity: 'error',
  title: 'A generated file is out of date',
  message: ({ file }) => `The file ${code(file)} is out of date.`,
  hint: ({ command }) => `Run ${code(command)} and commit the file.`,
};

export const absentFile: CatalogueEntry<Generated> = {
  code: 'FW3121',
  severity: 'error',
  title: 'A generated file does not exist',
  message: ({ file }) => `There is no file ${code(file)} to check.`,
  hint: ({ command }) => `Run ${code(command)} and commit the file.`,
};

export type DescribedProject = {
  readonly api: ApiDescription;
  readonly manifest: Manifest;
  readonly project: Project;
};

export function describeProject(
  directory: string,
  stage: string,
): DescribedProject | { readonly diagnostics: readonly Diagnostic[] } {
  const { project, compilation, diagnostics } = loadApp({ directory, stage });
  const manifest = compilation?.manifest;
  const source = compilation && compiledSource(compilation);
  if (hasErrors(diagnostics) || !project || !manifest || !source) return { diagnostics };
  return { api: describeApp(source, { files: project.files, manifest }), manifest, project };
}

/** Returns the description for a generated file, in which every operation must have a unique name. */
export function describeForOthers(
  directory: string,
  stage: string,
): ReturnType<typeof describeProject> {
  const described = describeProject(directory, stage);
  if ('diagnostics' in described || !hasErrors(described.api.notes)) return described;
  return { diagnostics: described.api.notes };
}

type PackageFacts = { readonly version: string; readonly description: string | undefined };

export function packageFacts({ root, files }: Project): PackageFacts {
  const text = files.readText(`${root}/package.json`);
  const { version, description } = mappingOf(parseJson(text ?? ''));
  return {
    version: typeof version === 'string' && version !== '' ? version : '1.0.0',
    description: typeof description === 'string' ? description : undefined,
  };
}

type GeneratedFile = {
  /** The path as the user typed it, relative to the working directory. */
  readonly file: string;
  readonly workingDirectory: string;
  readonly text: string;
};

/** Writes the file. Returns false if it was already up to date. */
export function writeGenerated({ file, workingDirectory, text }: GeneratedFile): boolean {
  const path = resolve(workingDirectory, file);
  if (readText(path) === text) return false;
  refuseLinks(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return true;
}

export type CheckedFile = GeneratedFile & {
  readonly command: string;
  readonly isSame: (left: string, right: string) => boolean;
};

/** Returns a diagnostic if the file does not have the expected text. */
export function checkGenerated(checked: CheckedFile): Diagnostic | undefined {
  const { file, workingDirectory, text, command, isSame } = checked;
  const known = readText(resolve(workingDirectory, file));
  if (known === undefined) return diagnose(absentFile, { file, command });
  return isSame(known, text) ? undefined : diagnose(staleFile, { file, command });
}

/** Compares two texts, ignoring line endings, which Git may have converted. */
export function isSameText(left: string, right: string): boolean {
  return left.replaceAll('\r\n', '\n') === right.replaceAll('\r\n', '\n');
}

/** Compares two JSON texts, ignoring whitespace, which a formatter may have changed. */
export function isSameJson(left: string, right: string): boolean {
  try {
    return JSON.stringify(JSON.parse(left)) === JSON.stringify(JSON.parse(right));
  } catch {
    return false;
  }
}
