// FW10: the project's files cannot be read as an application.
import type { CatalogueEntry } from '../catalogue-entry.js';
import { code } from '../code-text.js';

export const missingEntry: CatalogueEntry<{
  readonly file: string;
  readonly elsewhere: string | undefined;
}> = {
  code: 'FW1001',
  severity: 'error',
  title: 'The project has no app.ts',
  message: ({ file }) => `There is no ${code(file)} in this project, so there is no application.`,
  hint: ({ file, elsewhere }) => {
    if (elsewhere === undefined) {
      return 'Run the command in the project directory, or begin a project with `framework new-project <name>`.';
    }
    const specifier = `./${elsewhere.replace(/\.([cm]?)[jt]sx?$/, '.$1js')}`;
    return `There is ${code(elsewhere)}: write ${code(file)} with the two lines ${code(`import '${specifier}';`)} and ${code(`export { app } from '${specifier}';`)}.`;
  },
};

export const unreadableFile: CatalogueEntry<{ readonly file: string }> = {
  code: 'FW1002',
  severity: 'error',
  title: 'A source file cannot be read',
  message: ({ file }) => `The file ${code(file)} exists and cannot be read.`,
  hint: () => 'Check its permissions.',
};

export const syntaxError: CatalogueEntry<{ readonly message: string }> = {
  code: 'FW1003',
  severity: 'error',
  title: 'A source file has a syntax error',
  message: ({ message }) => `Syntax error: ${message.replace(/\.$/, '')}.`,
};

export const missingModule: CatalogueEntry<{ readonly specifier: string }> = {
  code: 'FW1004',
  severity: 'error',
  title: 'An import leads to no file',
  message: ({ specifier }) => `The import ${code(specifier)} leads to no file.`,
  hint: ({ specifier }) =>
    specifier.startsWith('.')
      ? 'Check the spelling: the path is relative to the file that imports it.'
      : 'Check `paths` of tsconfig.json and `imports` of package.json.',
};

export const appBeforeInitialisation: CatalogueEntry<{
  readonly name: string;
  readonly chain: readonly string[];
}> = {
  code: 'FW1005',
  severity: 'error',
  title: 'An import cycle uses the application before it is made',
  message: ({ name, chain }) =>
    `${code(name)} is used here before the module that makes it has run, because of the import cycle ${chain.map(code).join(' -> ')}.`,
  hint: ({ name }) =>
    `Make ${code(name)} in a module of its own that imports no views, for example \`frameworklib/application.ts\`, and import it from there in every file.`,
};
