// FW10 (project): problems with the files around the source, and with creating a project.
import { code, type CatalogueEntry } from '../../compiler/diagnostics/diagnostic.js';

export const brokenTsconfig: CatalogueEntry<{ readonly file: string; readonly message: string }> = {
  code: 'FW1050',
  severity: 'error',
  title: 'A tsconfig.json has a syntax error',
  message: ({ file, message }) => `${code(file)} is not valid: ${message}.`,
  hint: () => 'Fix the file: it determines how decorators and imports are read.',
};

export const unusableTsconfig: CatalogueEntry<{ readonly file: string; readonly reason: string }> =
  {
    code: 'FW1051',
    severity: 'error',
    title: 'A tsconfig.json extends a file that cannot be used',
    message: ({ file, reason }) => `${code(file)} cannot be used: ${reason.replace(/\.$/, '')}.`,
    hint: () => 'Correct `extends`, or install the package that it names with `npm install`.',
  };

export const brokenPackageJson: CatalogueEntry<{ readonly message: string }> = {
  code: 'FW1052',
  severity: 'error',
  title: 'package.json has a syntax error',
  message: ({ message }) => `package.json is not valid JSON: ${message}.`,
  hint: () =>
    'JSON allows only double quotes, and neither comments nor a comma after the last entry.',
};

export const targetExists: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW1060',
  severity: 'error',
  title: 'A file or directory with the name of the new project already exists',
  message: ({ name }) =>
    `There is already a file or directory ${code(name)} here; nothing was changed.`,
  hint: () => 'Choose another name, or move the existing file or directory.',
};

export const cannotCreate: CatalogueEntry<{ readonly name: string; readonly reason: string }> = {
  code: 'FW1061',
  severity: 'error',
  title: 'A new project cannot be created',
  message: ({ name, reason }) => `The project ${code(name)} cannot be created: ${reason}.`,
  hint: () =>
    'Change to a directory that you can write to, or pass one with `--project-dir <directory>`.',
};

export const cannotWatch: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW1062',
  severity: 'error',
  title: 'The files of the project cannot be watched',
  message: ({ reason }) =>
    `The files of the project cannot be watched: ${reason.replace(/\.$/, '')}.`,
  hint: () =>
    'Raise the limit of watched or open files (`fs.inotify.max_user_watches`, `ulimit -n`), or run without watching.',
};

export type RefusedFile = {
  /** The path as code, or a description if there is no path. */
  readonly subject: string;
  readonly reason: string;
  readonly hint: string;
};

export const fileRefused: CatalogueEntry<RefusedFile> = {
  code: 'FW1063',
  severity: 'error',
  title: 'A file cannot be read or written',
  message: ({ subject, reason }) => `${subject} cannot be read or written: ${reason}.`,
  hint: ({ hint }) => hint,
};

export const commandRefused: CatalogueEntry<{ readonly message: string; readonly hint: string }> = {
  code: 'FW1064',
  severity: 'error',
  title: 'The command line is not valid',
  message: ({ message }) => message,
  hint: ({ hint }) => hint,
};

export const nodeTooOld: CatalogueEntry<{ readonly first: string; readonly version: string }> = {
  code: 'FW1065',
  severity: 'error',
  title: 'Node.js is too old',
  message: ({ first, version }) =>
    `framework needs Node.js ${first} or later, but this is ${version}.`,
  hint: () => 'Install Node.js 22 or 24: nodejs.org/download',
};

export const typeError: CatalogueEntry<{ readonly message: string; readonly code: string }> = {
  code: 'FW1066',
  severity: 'error',
  title: 'TypeScript reports an error',
  message: ({ message, code: name }) => `${name}: ${message}`,
  hint: () => 'Fix the error, or deploy with `--no-types`.',
};

export type UncheckedTypes =
  | { readonly why: 'no-compiler' | 'no-tsconfig' }
  | { readonly why: 'left-out'; readonly file: string; readonly entry: string }
  | {
      readonly why: 'crash';
      readonly version: string;
      /** An exit code or a signal. */
      readonly ending: string;
      readonly output: string;
    };

export const typesUnchecked: CatalogueEntry<UncheckedTypes> = {
  code: 'FW1067',
  severity: 'error',
  title: 'The types of the application cannot be checked',
  message: (data) => `Types were not checked: ${reasonOf(data)}.`,
  hint: ({ why }) => NEXT_STEPS[why],
};

function reasonOf(data: UncheckedTypes): string {
  switch (data.why) {
    case 'no-compiler':
      return 'the package `typescript` is not installed in this project';
    case 'no-tsconfig':
      return 'the project has no tsconfig.json';
    case 'left-out':
      return `${code(data.file)} does not include ${code(data.entry)}`;
    case 'crash': {
      const last = data.output.trim().split('\n').at(-1) ?? '';
      const words = last === '' ? '' : `: ${last.slice(0, 200).replace(/\.$/, '')}`;
      return `TypeScript ${data.version} ended with ${data.ending}${words}`;
    }
  }
}

const NEXT_STEPS: Readonly<Record<UncheckedTypes['why'], string>> = {
  'no-compiler': 'Install it with `npm install --save-dev typescript`.',
  'no-tsconfig': 'Create one with `npx tsc --init`.',
  'left-out':
    'Add it to `include` or `files`; with project references, name it in the tsconfig.json of this folder.',
  crash: 'Run `npx tsc --noEmit` in the project to see the full output.',
};
