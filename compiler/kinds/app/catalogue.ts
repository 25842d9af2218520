// FW2001 to FW2012 and FW24: the application object, its settings, and lists of media types (specification 2.1, 4.4).
import {
  code,
  didYouMean,
  type CatalogueEntry,
  type NoData,
} from '../../diagnostics/diagnostic.js';
import type { UnknownOption } from '../../values/options.js';

const CONSTRUCTION = "`new Framework({ appName: 'helloworld' })`";

export const noApp: CatalogueEntry<{
  readonly entry: string;
  readonly found: { readonly file: string; readonly text: string } | undefined;
}> = {
  code: 'FW2001',
  severity: 'error',
  title: 'There is no application object',
  message: ({ entry, found }) => {
    const instead =
      found === undefined ? '' : ` In ${code(found.file)}, \`app\` is ${code(found.text)}.`;
    return `No application is created with \`new Framework(...)\` in ${code(entry)} or in the modules it imports.${instead}`;
  },
  hint: ({ found }) =>
    found === undefined
      ? `Add \`export const app = new Framework({ appName: 'helloworld' });\`.`
      : `Import \`Framework\` from \`framework\`, and write ${CONSTRUCTION} there.`,
};

export const secondApp: CatalogueEntry<{ readonly name: string | undefined }> = {
  code: 'FW2002',
  severity: 'error',
  title: 'There are two application objects',
  message: ({ name }) =>
    `${name === undefined ? 'This' : code(name)} is a second application object; a project can have only one.`,
  hint: () => 'Declare all views on one application and import it where it is needed.',
};

export const appArguments: CatalogueEntry<NoData> = {
  code: 'FW2003',
  severity: 'error',
  title: 'The argument of Framework is not an options object',
  message: () => '`new Framework(...)` takes a single options object.',
  hint: () => `Write ${CONSTRUCTION}.`,
};

export const appNameMissing: CatalogueEntry<NoData> = {
  code: 'FW2004',
  severity: 'error',
  title: 'The application has no name',
  message: () => '`new Framework(...)` has no `appName`.',
  hint: () => `Write ${CONSTRUCTION}.`,
};

export const appNameType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2005',
  severity: 'error',
  title: 'The name of the application is not a string',
  message: ({ found }) => `\`appName\` must be a string, but this is ${found}.`,
  hint: () => `Write ${CONSTRUCTION}.`,
};

export const appNameCharacters: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW2006',
  severity: 'error',
  title: 'The application name contains a character that AWS resource names cannot contain',
  message: ({ name }) =>
    name === ''
      ? '`appName` is empty.'
      : `The application name ${code(name)} contains a character other than letters, digits, \`-\` and \`_\`.`,
  hint: () =>
    'The application name becomes part of the names of functions and roles, so it must follow the same rules.',
};

export const unknownAppOption: CatalogueEntry<UnknownOption> = {
  code: 'FW2007',
  severity: 'error',
  title: 'Framework receives an unknown option',
  message: ({ option }) => `\`new Framework(...)\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const nothingDeclared: CatalogueEntry<{ readonly name: string | undefined }> = {
  code: 'FW2008',
  severity: 'warning',
  title: 'The application declares nothing',
  message: ({ name }) =>
    `The application${name === undefined ? '' : ` ${code(name)}`} has no routes and no functions.`,
  hint: () =>
    "Declare a view with `@app.route('/')` in app.ts, or in a module that app.ts imports: modules that nothing imports are not part of the application.",
};

export const untraceableChange: CatalogueEntry<{ readonly subject: string }> = {
  code: 'FW2009',
  severity: 'error',
  title: 'A change to app.api cannot be evaluated',
  message: ({ subject }) =>
    `This change to ${code(subject)} cannot be evaluated without running the program.`,
  hint: ({ subject }) =>
    subject.endsWith('.cors')
      ? 'Assign `true`, `false` or a `CORSConfig` to it, at the top level of a module.'
      : `Write \`${subject}.push('application/x-custom');\` or assign a list of strings, at the top level of a module.`,
};

export const conditionalChange: CatalogueEntry<{ readonly subject: string }> = {
  code: 'FW2010',
  severity: 'error',
  title: 'app.api is changed inside a function or a condition',
  message: ({ subject }) =>
    `${code(subject)} is changed inside a function or a condition, so its value is not known without running the program.`,
  hint: () => 'Move the statement to the top level of its module.',
};

export const debugUnknown: CatalogueEntry<NoData> = {
  code: 'FW2011',
  severity: 'warning',
  title: 'The value of debug is set at run time',
  message: () =>
    '`debug` is set at run time, so the manifest contains only the value that is known without running the program.',
  hint: () =>
    'Write `app.debug = true;` at the top level of a module to include it in the manifest.',
};

export const debugType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2012',
  severity: 'error',
  title: 'debug is neither true nor false',
  message: ({ found }) => `\`debug\` must be \`true\` or \`false\`, but this is ${found}.`,
};

export const mediaTypeType: CatalogueEntry<{ readonly list: string; readonly found: string }> = {
  code: 'FW2403',
  severity: 'error',
  title: 'A media type is not a string',
  message: ({ list, found }) =>
    `Every item in ${code(list)} must be a string, but this is ${found}.`,
};

export const invalidMediaType: CatalogueEntry<{
  readonly list: string;
  readonly mediaType: string;
}> = {
  code: 'FW2404',
  severity: 'error',
  title: 'A media type is not valid',
  message: ({ list, mediaType }) =>
    `${mediaType === '' ? 'The empty string' : code(mediaType)} in ${code(list)} is not a media type.`,
  hint: ({ mediaType }) =>
    mediaType.includes('*')
      ? 'Wildcards are not supported: list each media type, for example `image/png`.'
      : 'A media type consists of a type, a slash and a subtype, for example `application/json`.',
};

export const binaryTypesType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2406',
  severity: 'error',
  title: 'The binary types are not a list',
  message: ({ found }) => `\`api.binaryTypes\` must be a list of strings, but this is ${found}.`,
  hint: () => "Write `app.api.binaryTypes = ['image/png'];`.",
};
