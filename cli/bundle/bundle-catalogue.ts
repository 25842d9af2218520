// FW50: the messages of bundling problems.
import { type CatalogueEntry, code, nearestName } from '../../compiler/diagnostics/diagnostic.js';
import { FRAMEWORK } from '../../compiler/modules/resolve-specifier.js';
import { isAlias } from './packages/installed-package.js';

type Missing = {
  readonly name: string;
  /** What the import names: the package, or a path in it. */
  readonly path: string;
  readonly isOwn: boolean;
  readonly owner: string;
};

/** A name with more differences may be another package: `framer` differs from `framework` by three letters. */
const MOST_TYPOS = 2;

export const packageMissing: CatalogueEntry<Missing> = {
  code: 'FW5001',
  severity: 'error',
  title: 'A package is not installed',
  message: ({ name, isOwn, owner }) =>
    isOwn
      ? `The package \`${name}\` is imported but not installed.`
      : `The package \`${name}\`, which \`${owner}\` imports, is not installed.`,
  hint: ({ name, path, isOwn }) => {
    const isMisspelled =
      isOwn && name !== FRAMEWORK && nearestName(name, [FRAMEWORK], MOST_TYPOS) !== undefined;
    if (isMisspelled) return `Did you mean ${code(FRAMEWORK + path.slice(name.length))}?`;
    return isAlias(name)
      ? `It is not a package name. An alias needs \`paths\` in tsconfig.json: \`"paths": { "${name.charAt(0)}/*": ["./*"] }\`.`
      : `Run \`npm install ${name}\`.`;
  },
};

export const fileMissing: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW5002',
  severity: 'error',
  title: 'An imported file does not exist',
  message: ({ path }) => `\`${path}\` is imported but does not exist.`,
  hint: () => 'Correct the path, or create the file.',
};

export const pathNotExported: CatalogueEntry<{ readonly path: string; readonly owner: string }> = {
  code: 'FW5003',
  severity: 'error',
  title: 'A package does not export an imported path',
  message: ({ path, owner }) =>
    `\`${path}\` is imported, but the "exports" in the package.json of \`${owner}\` do not include it.`,
  hint: ({ owner }) =>
    `Import a path that the package exports, or install another version with \`npm install ${owner}@<version>\`.`,
};

export const exportMissing: CatalogueEntry<{
  readonly name: string;
  readonly module: string;
  /** The names that the module exports, if they are known. */
  readonly known?: Iterable<string>;
}> = {
  code: 'FW5004',
  severity: 'error',
  title: 'A module does not export an imported name',
  message: ({ name, module }) => `\`${module}\` has no export \`${name}\`.`,
  hint: ({ name, known = [] }) => {
    const suggestion = nearestName(name, [...known], 1);
    return suggestion === undefined
      ? `Correct the name; if it is a type, write \`import type { ${name} }\`, so that it is not needed at run time.`
      : `Did you mean ${code(suggestion)}?`;
  },
};

export const syntaxInPackage: CatalogueEntry<{ readonly file: string; readonly reason: string }> = {
  code: 'FW5005',
  severity: 'error',
  title: 'A bundled file cannot be parsed',
  message: ({ file, reason }) => `\`${file}\` cannot be parsed: ${reason}.`,
  hint: () => 'Fix the file; if it belongs to a package, install another version of that package.',
};

export const bundlerRefused: CatalogueEntry<{ readonly reason: string }> = {
  code: 'FW5006',
  severity: 'error',
  title: 'The bundler rejects the application',
  message: ({ reason }) => `The application cannot be bundled: ${reason}.`,
  hint: () => 'Rewrite or remove the marked code.',
};

export const unknownAtBuild: CatalogueEntry<{ readonly keyword: 'import' | 'require' }> = {
  code: 'FW5010',
  severity: 'warning',
  title: 'import or require has a computed name',
  message: ({ keyword }) =>
    `\`${keyword}(...)\` has a computed name: what it loads is unknown when the application is built, so that module is not in the package.`,
  hint: ({ keyword }) =>
    `Write the name as a string, \`${keyword}('./orders.js')\`, or as a template with a fixed beginning, \`${keyword}(\`./orders/\${name}.js\`)\`.`,
};

export const fileOutsidePackage: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW5011',
  severity: 'warning',
  title: 'A file that is read relative to a module is not in the package',
  message: ({ path }) =>
    `\`${path}\` is not in the deployment package: only frameworklib/ and imported modules are.`,
  hint: () => 'Move the file into frameworklib/ and correct the path.',
};

export const optionalMissing: CatalogueEntry<{ readonly name: string; readonly owner: string }> = {
  code: 'FW5012',
  severity: 'warning',
  title: 'A package requires a package that is not installed',
  message: ({ name, owner }) =>
    `\`${owner}\` requires \`${name}\`, which is not installed; the call fails if it is reached.`,
  hint: ({ name }) => `Run \`npm install ${name}\` if your code uses that part of the package.`,
};

export const brokenLink: CatalogueEntry<{ readonly path: string; readonly target: string }> = {
  code: 'FW5020',
  severity: 'error',
  title: 'A link in frameworklib is broken',
  message: ({ path, target }) => `\`${path}\` is a link to \`${target}\`, which does not exist.`,
  hint: ({ path }) => `Remove the link with \`rm ${path}\`, or replace it with the file.`,
};

export const linkCycle: CatalogueEntry<{ readonly path: string; readonly target: string }> = {
  code: 'FW5021',
  severity: 'error',
  title: 'A link in frameworklib leads to a folder that contains it',
  message: ({ path, target }) =>
    `\`${path}\` is a link to \`${target}\`, which contains the link, so copying would never end.`,
  hint: ({ path }) => `Remove the link with \`rm ${path}\`.`,
};

export const linkOutside: CatalogueEntry<{ readonly path: string; readonly target: string }> = {
  code: 'FW5024',
  severity: 'error',
  title: 'A link in frameworklib points outside the project',
  message: ({ path, target }) =>
    `\`${path}\` leads to \`${target}\`, which is outside the project but would be copied into the package.`,
  hint: ({ path }) => `Copy what is needed into the project in place of the link \`${path}\`.`,
};

export const bundlerEnded: CatalogueEntry<object> = {
  code: 'FW5025',
  severity: 'error',
  title: 'The bundler stopped unexpectedly',
  message: () =>
    'The bundler stopped while it was reading the code of the application and its packages.',
  hint: () =>
    'Find the import that causes this by removing imports one by one: usually the imported file is generated code that is nested tens of thousands of levels deep.',
};

export const importedDevice: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW5026',
  severity: 'error',
  title: 'An import resolves to a device or a pipe',
  message: ({ path }) =>
    `\`${path}\` is imported, but it is a device, a pipe or a socket, not a file.`,
  hint: () => 'Import a regular file instead, or read the device when a view runs.',
};

export const unreadableFile: CatalogueEntry<{ readonly path: string; readonly reason: string }> = {
  code: 'FW5022',
  severity: 'error',
  title: 'A file for the package cannot be read',
  message: ({ path, reason }) => `\`${path}\` cannot be copied into the package: ${reason}.`,
  hint: ({ path }) => `Make it readable with \`chmod u+r ${path}\`, or remove it.`,
};

export const libraryIsFile: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW5023',
  severity: 'error',
  title: 'frameworklib is not a folder',
  message: ({ path }) =>
    `\`${path}\` is not a folder, so its contents cannot be copied into the package.`,
  hint: () => 'Give the file another name, or move it into a folder with this name.',
};

type Native = {
  readonly name: string;
  readonly os: string;
  readonly cpu: string;
  readonly found: string;
};

export const nativeForOther: CatalogueEntry<Native> = {
  code: 'FW5030',
  severity: 'error',
  title: 'A package has native code only for another platform',
  message: ({ name, os, cpu, found }) =>
    `The package \`${name}\` has native code, but the installed build is for ${found}, not for ${os} ${cpu} (glibc).`,
  hint: ({ name, os, cpu }) =>
    `Run \`npm install --os=${os} --cpu=${cpu} --libc=glibc ${name}\`; if the package compiles its code, install it on a ${os} ${cpu} machine.`,
};

type MissingBinary = {
  readonly name: string;
  readonly binary: string;
  readonly os: string;
  readonly cpu: string;
};

export const nativeMissing: CatalogueEntry<MissingBinary> = {
  code: 'FW5031',
  severity: 'error',
  title: 'The native code of a package is not installed for the target platform',
  message: ({ name, binary, os, cpu }) =>
    `The native code of the package \`${name}\` for ${os} ${cpu} (glibc) is in \`${binary}\`, which is not installed.`,
  hint: ({ name, os, cpu }) => `Run \`npm install --os=${os} --cpu=${cpu} --libc=glibc ${name}\`.`,
};

export const nativeNotBuilt: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW5032',
  severity: 'warning',
  title: 'The native code of a package is not built',
  message: ({ name }) => `The package \`${name}\` has native code, but none of it is built.`,
  hint: ({ name }) =>
    `Run \`npm rebuild ${name}\` on a machine with the same platform as the function.`,
};

export const copiedTwice: CatalogueEntry<{ readonly name: string; readonly versions: string }> = {
  code: 'FW5033',
  severity: 'error',
  title: 'A package that cannot be bundled is imported in two versions',
  message: ({ name, versions }) =>
    `\`${name}\` cannot be bundled and is imported in two versions (${versions}); the deployment package can contain only one.`,
  hint: ({ name }) =>
    `Run \`npm dedupe\`, or pin one version of \`${name}\` with "overrides" in package.json.`,
};

export const dependencyMissing: CatalogueEntry<{ readonly name: string; readonly owner: string }> =
  {
    code: 'FW5034',
    severity: 'error',
    title: 'A dependency of a copied package is not installed',
    message: ({ name, owner }) =>
      `\`${owner}\` is copied into the package and depends on \`${name}\`, which is not installed.`,
    hint: () => 'Run `npm install`.',
  };

type OwnAddon = {
  readonly path: string;
  readonly os: string;
  readonly cpu: string;
  readonly found: string;
};

export const addonForOther: CatalogueEntry<OwnAddon> = {
  code: 'FW5035',
  severity: 'error',
  title: 'A compiled file in frameworklib is for another platform',
  message: ({ path, os, cpu, found }) =>
    `\`${path}\` is compiled for ${found}, not for ${os} ${cpu} (glibc).`,
  hint: ({ os, cpu }) => `Replace it with a file that was compiled on ${os} ${cpu}.`,
};

export const addonOutsideLibrary: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW5036',
  severity: 'error',
  title: 'A compiled file is imported from outside frameworklib',
  message: ({ path }) =>
    `\`${path}\` is compiled code, which cannot be bundled, and is not in the deployment package.`,
  hint: () => 'Move the file into frameworklib/ and correct the import.',
};

export const packageTooLarge: CatalogueEntry<{ readonly megabytes: string }> = {
  code: 'FW5040',
  severity: 'warning',
  title: 'The package is larger than Lambda accepts',
  message: ({ megabytes }) =>
    `The package is ${megabytes} MB; Lambda accepts at most 262 MB, unzipped.`,
  hint: () =>
    '`framework build` lists the largest parts of the package; remove what the function does not need.',
};
