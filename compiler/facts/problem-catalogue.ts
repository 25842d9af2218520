// FW10 and FW2016 to FW2024: sources that cannot be read as an application, and declarations that cannot be followed.
import type { ViewNoun } from '../declarations/kind.js';
import {
  code,
  codeList,
  didYouMean,
  nearestName,
  type CatalogueEntry,
} from '../diagnostics/diagnostic.js';

export const missingEntry: CatalogueEntry<{
  readonly file: string;
  readonly elsewhere: string | undefined;
}> = {
  code: 'FW1001',
  severity: 'error',
  title: 'The project has no app.ts',
  message: ({ file }) => `The project has no ${code(file)}, so there is no application.`,
  hint: ({ file, elsewhere }) => {
    if (elsewhere === undefined) {
      return 'Run the command in the project directory, or create a project with `framework new-project <name>`.';
    }
    const specifier = `./${elsewhere.replace(/\.([cm]?)[jt]sx?$/, '.$1js')}`;
    return `The project has ${code(elsewhere)}: create ${code(file)} with the two lines ${code(`import '${specifier}';`)} and ${code(`export { app } from '${specifier}';`)}.`;
  },
};

export const unreadableFile: CatalogueEntry<{ readonly file: string }> = {
  code: 'FW1002',
  severity: 'error',
  title: 'A source file cannot be read',
  message: ({ file }) => `The file ${code(file)} exists but cannot be read.`,
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
  title: 'An import does not resolve to a file',
  message: ({ specifier }) => `The import ${code(specifier)} does not resolve to a file.`,
  hint: ({ specifier }) =>
    specifier.startsWith('.')
      ? 'Check the spelling: the path is relative to the file that imports it.'
      : 'Check `paths` in tsconfig.json and `imports` in package.json.',
};

export const appBeforeInitialisation: CatalogueEntry<{
  readonly name: string;
  readonly chain: readonly string[];
}> = {
  code: 'FW1005',
  severity: 'error',
  title: 'Because of an import cycle, the application is used before it is created',
  message: ({ name, chain }) =>
    `${code(name)} is used here before the module that creates it has run, because of the import cycle ${chain.map(code).join(' -> ')}.`,
  hint: ({ name }) =>
    `Create ${code(name)} in its own module, which must not import views, for example \`frameworklib/application.ts\`, and import it from there in every file.`,
};

type InSource = { readonly text: string };

/** A declaration in the source, its noun for messages, and an example. */
type Declaration = InSource & { readonly noun: ViewNoun; readonly example: string };

export const routeNotCalled: CatalogueEntry<Declaration> = {
  code: 'FW2016',
  severity: 'error',
  title: 'The call that would declare a view is missing',
  message: ({ noun, text }) => `${code(text)} is not called here, so it declares no ${noun}.`,
  hint: ({ noun, example }) =>
    `Call it to declare the ${noun}: ${code(`@${example}`)} on a method, or ${code(`${example}(() => ...)`)}.`,
};

export const routeNotApplied: CatalogueEntry<Declaration> = {
  code: 'FW2017',
  severity: 'error',
  title: 'A declaration has no view',
  message: ({ noun, text }) => `${code(text)} neither decorates a ${noun} nor receives one.`,
  hint: ({ noun, example }) =>
    `Use it as a decorator of a method, or pass the ${noun} in a second pair of parentheses: ${code(`export const index = ${example}(() => ...)`)}.`,
};

export const unknownApp: CatalogueEntry<Declaration> = {
  code: 'FW2018',
  severity: 'error',
  title: 'A declaration uses a value that is not known to be the application',
  message: ({ noun, text }) =>
    `${code(text)} declares a ${noun} on a value that cannot be identified as the application without running the program.`,
  hint: ({ noun }) =>
    `Import \`app\` itself, and declare the ${noun} at the top level of a module or in a class.`,
};

/** The import statement to add, and the file in which to add it. */
type Unimported = Declaration & { readonly importer: string; readonly specifier: string };

export const lazyModule: CatalogueEntry<Unimported> = {
  code: 'FW2019',
  severity: 'error',
  title: 'A view is in a module that is only loaded dynamically',
  message: ({ noun, text }) =>
    `${code(text)} is in a module that only a dynamic \`import()\` or \`require()\` loads, so the ${noun} may never be declared.`,
  hint: ({ importer, specifier }) =>
    `Write ${code(`import '${specifier}';`)} at the top of ${code(importer)}.`,
};

export const droppedImport: CatalogueEntry<Unimported> = {
  code: 'FW2020',
  severity: 'error',
  title: 'A view is in a module that is imported only for its types',
  message: ({ noun, text }) =>
    `${code(text)} is in a module that is imported only for its types; TypeScript drops such an import, so the ${noun} would never be declared.`,
  hint: ({ importer, specifier }) =>
    `Write ${code(`import '${specifier}';`)} in ${code(importer)}: an import without names is never dropped.`,
};

export const unreachedView: CatalogueEntry<Unimported & { readonly file: string }> = {
  code: 'FW2022',
  severity: 'warning',
  title: 'A view is in a file that nothing imports',
  message: ({ noun, file, text }) =>
    `${code(text)} is in ${code(file)}, which is not imported, so the ${noun} is not part of the application.`,
  hint: ({ importer, specifier }) =>
    `Write ${code(`import '${specifier}';`)} in ${code(importer)}, or list the file in \`exclude\` of tsconfig.json.`,
};

/** Names that other platforms use for work that runs after the response is sent. */
const AFTER_THE_ANSWER: readonly string[] = ['waitUntil', 'after', 'defer', 'background'];

/** Names with which other libraries declare events: `on_cw_event`, `cron`, `queue`. */
const OF_EVENTS =
  /^(?:on|subscribe)(?:[A-Z_]|$)|cron|every|interval|queue|topic|bucket|stream|event/i;

export const unknownMember: CatalogueEntry<{
  readonly app: string;
  readonly name: string;
  readonly argument: { readonly text: string } | undefined;
  /** The members that declare something. The hint suggests them. */
  readonly known: readonly string[];
  /** The members that declare an event source. */
  readonly sources: readonly string[];
}> = {
  code: 'FW2023',
  severity: 'error',
  title: 'The application has no such member',
  message: ({ app, name }) => `${code(app)} has no ${code(name)}.`,
  hint: ({ app, name, argument, known, sources }) => {
    const path = argument?.text ?? "'/cities'";
    if (name === 'get' || name === 'head') return `Write ${code(`@${app}.route(${path})`)}.`;
    if (['post', 'put', 'patch', 'delete', 'options'].includes(name)) {
      return `Write ${code(`@${app}.route(${path}, { methods: ['${name.toUpperCase()}'] })`)}.`;
    }
    if (name === 'use') {
      return `List the middleware that runs around views: ${code("new Framework({ appName: 'helloworld', middleware: [audit] })")}.`;
    }
    if (AFTER_THE_ANSWER.includes(name)) {
      return 'Lambda freezes a function after its response: wait for the work with `await`, or pass it to a queue or to a lambda function (docs/guide/after-the-answer.md).';
    }
    if (name === 'listen') return 'Remove the call: `framework local` serves the application.';
    const suggestion = nearestName(name, known);
    if (suggestion === undefined && OF_EVENTS.test(name)) {
      return `To receive events, declare a function with ${codeList(sources, 'or')}.`;
    }
    return suggestion === undefined
      ? `A view is declared with ${code(`@${app}.route('/cities')`)}, a function with ${code(`@${app}.lambdaFunction()`)}.`
      : didYouMean(suggestion, []);
  },
};

export const changedClass: CatalogueEntry<{
  readonly base: 'Framework' | 'Blueprint';
  readonly text: string;
}> = {
  code: 'FW2024',
  severity: 'error',
  title: 'A subclass of Framework or Blueprint changes options, routes or settings',
  message: ({ base, text }) =>
    `${code(text)} in a subclass of ${code(base)} changes what is declared, which is not known without running the program.`,
  hint: ({ base }) =>
    `Write ${code(`new ${base}({ ... })`)} with all options, and declare routes and settings on the constant to which it is assigned.`,
};
