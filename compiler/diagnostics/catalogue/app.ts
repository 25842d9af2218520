// FW20: the application object and the shape of its declarations.
import type { CatalogueEntry, NoData } from '../catalogue-entry.js';
import { code, didYouMean } from '../code-text.js';
import { nearestName } from '../nearest-name.js';

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
      found === undefined ? '' : ` The \`app\` of ${code(found.file)} is ${code(found.text)}.`;
    return `No application is made with \`new Framework(...)\` in ${code(entry)} or in the modules it imports.${instead}`;
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
    `${name === undefined ? 'This' : code(name)} is a second application object; a project has one.`,
  hint: () => 'Declare all views on one application and import it where it is needed.',
};

export const appArguments: CatalogueEntry<NoData> = {
  code: 'FW2003',
  severity: 'error',
  title: 'The arguments of Framework are not one object of options',
  message: () => '`new Framework(...)` takes one object of options.',
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
  title: 'The name of the application is not a text',
  message: ({ found }) => `\`appName\` must be a text, and this is ${found}.`,
  hint: () => `Write ${CONSTRUCTION}.`,
};

export const appNameCharacters: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW2006',
  severity: 'error',
  title: 'The name of the application has a character that cloud names cannot have',
  message: ({ name }) =>
    name === ''
      ? '`appName` is empty.'
      : `The application name ${code(name)} has a character other than letters, digits, \`-\` and \`_\`.`,
  hint: () =>
    'The name becomes part of the names of the function and its role, so it follows their rule.',
};

export const unknownAppOption: CatalogueEntry<{
  readonly option: string;
  readonly suggestion: string | undefined;
  readonly known: readonly string[];
}> = {
  code: 'FW2007',
  severity: 'error',
  title: 'An option of Framework is unknown',
  message: ({ option }) => `\`new Framework(...)\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const nothingDeclared: CatalogueEntry<{ readonly name: string | undefined }> = {
  code: 'FW2008',
  severity: 'warning',
  title: 'The application declares nothing',
  message: ({ name }) =>
    `The application${name === undefined ? '' : ` ${code(name)}`} has no route and no function.`,
  hint: () =>
    "Declare a view with `@app.route('/')` in app.ts, or in a module that app.ts imports: modules that nothing imports are not part of the application.",
};

export const untraceableChange: CatalogueEntry<{ readonly subject: string }> = {
  code: 'FW2009',
  severity: 'error',
  title: 'A change of the binary types cannot be followed',
  message: ({ subject }) =>
    `This changes ${code(subject)} in a way that is not known without running the program.`,
  hint: ({ subject }) =>
    `Write \`${subject}.push('application/x-custom');\` or assign a list of texts, at the top level of a module.`,
};

export const conditionalChange: CatalogueEntry<{ readonly subject: string }> = {
  code: 'FW2010',
  severity: 'error',
  title: 'The binary types are changed inside a function or a condition',
  message: ({ subject }) =>
    `${code(subject)} is changed inside a function or a condition, so it is not known without running the program.`,
  hint: () => 'Move the statement to the top level of its module.',
};

export const debugUnknown: CatalogueEntry<NoData> = {
  code: 'FW2011',
  severity: 'warning',
  title: 'The value of debug is decided at run time',
  message: () =>
    '`debug` is decided when the program runs, so the manifest says what is known without running it.',
  hint: () => 'Write `app.debug = true;` at the top level of a module to have it in the manifest.',
};

export const debugType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2012',
  severity: 'error',
  title: 'debug is neither true nor false',
  message: ({ found }) => `\`debug\` must be \`true\` or \`false\`, and this is ${found}.`,
};

export const routeOptionsType: CatalogueEntry<{ readonly found: string }> = {
  code: 'FW2013',
  severity: 'error',
  title: 'The options of a route are not an object',
  message: ({ found }) =>
    `The second argument of \`route\` is an object of options, and this is ${found}.`,
  hint: () => "Write `@app.route('/cities', { methods: ['GET', 'POST'] })`.",
};

export const unknownRouteOption: CatalogueEntry<{
  readonly option: string;
  readonly suggestion: string | undefined;
  readonly known: readonly string[];
}> = {
  code: 'FW2014',
  severity: 'error',
  title: 'An option of a route is unknown',
  message: ({ option }) => `\`route\` has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const extraRouteArgument: CatalogueEntry<NoData> = {
  code: 'FW2015',
  severity: 'error',
  title: 'A route has more than two arguments',
  message: () => '`route` takes a path and one object of options, and nothing after them.',
  hint: () => "Write `@app.route('/cities', { methods: ['GET'], cors: true })`.",
};

type InSource = { readonly text: string };

export const routeNotCalled: CatalogueEntry<InSource> = {
  code: 'FW2016',
  severity: 'error',
  title: 'A declaration is mentioned without being called',
  message: ({ text }) => `${code(text)} is not called here, so no view can be found in it.`,
  hint: () =>
    "Write the call where the view is: `@app.route('/')` on a method, or `app.route('/')(() => ...)`.",
};

export const routeNotApplied: CatalogueEntry<InSource> = {
  code: 'FW2017',
  severity: 'error',
  title: 'A declaration has no view',
  message: ({ text }) => `${code(text)} stands on no view and is given none.`,
  hint: () =>
    "Put it on a method as a decorator, or give it the view in a second pair of parentheses: `export const index = app.route('/')(() => ...)`.",
};

export const unknownApp: CatalogueEntry<InSource> = {
  code: 'FW2018',
  severity: 'error',
  title: 'A declaration is made on something that is not known to be the application',
  message: ({ text }) =>
    `${code(text)} declares a view on a value that is not known to be the application without running the program.`,
  hint: () =>
    'Import `app` itself, and declare the view at the top level of a module or in a class.',
};

/** The import to write, and where. */
type Unimported = InSource & { readonly importer: string; readonly specifier: string };

export const lazyModule: CatalogueEntry<Unimported> = {
  code: 'FW2019',
  severity: 'error',
  title: 'A view stands in a module that is loaded later',
  message: ({ text }) =>
    `${code(text)} stands in a module that only a dynamic \`import()\` or \`require()\` loads, so the view may never be declared.`,
  hint: ({ importer, specifier }) =>
    `Write ${code(`import '${specifier}';`)} at the top of ${code(importer)}.`,
};

export const droppedImport: CatalogueEntry<Unimported> = {
  code: 'FW2020',
  severity: 'error',
  title: 'A view stands in a module that is imported only for its types',
  message: ({ text }) =>
    `${code(text)} stands in a module that is imported only for its types; TypeScript drops such an import, so the view would never be declared.`,
  hint: ({ importer, specifier }) =>
    `Write ${code(`import '${specifier}';`)} in ${code(importer)}: an import without names is never dropped.`,
};

export const conditionalView: CatalogueEntry<InSource> = {
  code: 'FW2021',
  severity: 'error',
  title: 'A view is declared inside a function or a condition',
  message: ({ text }) =>
    `The view ${code(text)} is declared inside a function, a condition or a loop, so it may never be declared, or more than once.`,
  hint: () => 'Move the declaration to the top level of its module.',
};

export const unreachedView: CatalogueEntry<{
  readonly file: string;
  readonly text: string;
  readonly importer: string;
  readonly specifier: string;
}> = {
  code: 'FW2022',
  severity: 'warning',
  title: 'A view stands in a file that nothing imports',
  message: ({ file, text }) =>
    `${code(text)} stands in ${code(file)}, which no import reaches, so the view is not part of the application.`,
  hint: ({ importer, specifier }) =>
    `Write ${code(`import '${specifier}';`)} in ${code(importer)}, or list the file in \`exclude\` of tsconfig.json.`,
};

export const unknownMember: CatalogueEntry<{
  readonly app: string;
  readonly name: string;
  readonly argument: { readonly text: string } | undefined;
}> = {
  code: 'FW2023',
  severity: 'error',
  title: 'The application has no such member',
  message: ({ app, name }) => `${code(app)} has no ${code(name)}.`,
  hint: ({ app, name, argument }) => {
    const path = argument?.text ?? "'/cities'";
    if (name === 'get' || name === 'head') return `Write ${code(`@${app}.route(${path})`)}.`;
    if (['post', 'put', 'patch', 'delete', 'options'].includes(name)) {
      return `Write ${code(`@${app}.route(${path}, { methods: ['${name.toUpperCase()}'] })`)}.`;
    }
    if (name === 'use') {
      return `What is to run before views is a function around them: ${code(`${app}.route('/')(withAuth(() => ...))`)}.`;
    }
    if (name === 'listen') return 'Remove it, and type `framework local` to serve the application.';
    const suggestion = nearestName(name, ['route', 'lambdaFunction', 'defineAuthorizer']);
    return suggestion === undefined
      ? `A view is declared with ${code(`@${app}.route('/cities')`)}, a function with ${code(`@${app}.lambdaFunction()`)}.`
      : didYouMean(suggestion, []);
  },
};
