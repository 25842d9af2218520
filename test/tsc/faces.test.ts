// One engine: the commands, `tsc` and the editor find the same problems in fixtures of the compiler.
import { join } from 'node:path';
import type ts from 'typescript';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { createPlugin } from '../../transformers/typescript/editor-plugin.js';
import { transformProgram } from '../../transformers/typescript/transformer.js';
import type { TypeScriptProgram } from '../../transformers/typescript/app-place.js';
import { compileFixture, FIXTURES, fixtureNames } from '../support/compiler-fixtures.js';
import { sampleOf } from '../support/sample.js';
import { COMPILERS } from './support/compilers.js';

const [, { ts: typescript }] = COMPILERS;

/** TypeScript itself reports that there is nothing to compile, and what it cannot parse. */
const SAID_BY_TYPESCRIPT = ['FW1001', 'FW1003'];

/** The declarations of this package, which fixtures share, are parsed once for all of them. */
const DECLARATIONS = new Map<string, ts.SourceFile>();
const DOCUMENTS = typescript.createDocumentRegistry(true);

/** A finding in the format that all tools share. */
type Finding = {
  readonly place: string;
  readonly severity: string;
  readonly number: number;
  readonly text: string;
  readonly related: readonly string[];
};

test.each(sampleOf('findings of every face', fixtureNames(), 15))('%s', (name) => {
  const root = join(FIXTURES, name);
  const findings = compileFixture(name)
    .diagnostics.filter(({ code }) => !SAID_BY_TYPESCRIPT.includes(code))
    .map(ofCommand);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const { diagnostics, printed } = inProgram(root);
  expect(sorted(diagnostics.map((found) => ofTypeScript(root, found)))).toEqual(sorted(errors));
  expect(printed.match(/ warning TS\d+: .*/g) ?? []).toEqual(
    warnings.map(({ number, text }) => ` warning TS${number}: ${text.split('\n')[0]}`),
  );
  expect(sorted(inEditor(root).map((found) => ofTypeScript(root, found)))).toEqual(
    sorted(findings),
  );
});

function sorted(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

function ofCommand({ code, severity, message, hint, at, related = [] }: Diagnostic): Finding {
  return {
    place: at ? `${at.file}:${at.line}:${at.column}-${at.endLine}:${at.endColumn}` : '',
    severity,
    number: 90_000 + Number(code.slice(2)),
    text: hint === undefined ? message : `${message}\n  ${hint}`,
    related: related.map(
      (item) => `${item.at.file}:${item.at.line}:${item.at.column} ${item.message}`,
    ),
  };
}

function ofTypeScript(root: string, diagnostic: ts.Diagnostic): Finding {
  const { code, category, messageText, relatedInformation = [] } = diagnostic;
  const { start = 0, length = 0 } = diagnostic;
  const name = diagnostic.file?.fileName.slice(root.length + 1) ?? '';
  return {
    place: `${name}:${placeAt(diagnostic, start)}-${placeAt(diagnostic, start + length)}`,
    severity: typescript.DiagnosticCategory[category].toLowerCase(),
    number: code,
    text: typescript.flattenDiagnosticMessageText(messageText, '\n'),
    related: relatedInformation.map((item) => {
      const file = item.file?.fileName.slice(root.length + 1) ?? '';
      const text = typescript.flattenDiagnosticMessageText(item.messageText, '\n');
      return `${file}:${placeAt(item, item.start ?? 0)} ${text}`;
    }),
  };
}

function placeAt({ file }: Pick<ts.Diagnostic, 'file'>, offset: number): string {
  const { line, character } = file?.getLineAndCharacterOfPosition(offset) ?? {
    line: -1,
    character: -1,
  };
  return `${line + 1}:${character + 1}`;
}

/** Returns the options of a fixture: those of the nearest tsconfig, as for the commands, without a standard library. */
function optionsOf(root: string): ts.CompilerOptions {
  const path = typescript.findConfigFile(root, (file) => typescript.sys.fileExists(file)) ?? '';
  const config: unknown = typescript.readConfigFile(path, (file) =>
    typescript.sys.readFile(file),
  ).config;
  const { options } = typescript.parseJsonConfigFileContent(config, typescript.sys, root, {}, path);
  return {
    ...options,
    configFilePath: join(root, 'tsconfig.json'),
    allowJs: true,
    noLib: true,
    types: [],
  };
}

function rootFiles(root: string): string[] {
  return typescript.sys.readDirectory(root, ['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs']);
}

function inProgram(root: string): {
  readonly diagnostics: readonly ts.Diagnostic[];
  readonly printed: string;
} {
  let printed = '';
  const options = optionsOf(root);
  const host = typescript.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, settings, ...rest) => {
    if (path.startsWith(`${root}/`)) return read(path, settings, ...rest);
    const key = JSON.stringify([path, settings, { ...options, configFilePath: '' }]);
    const known = DECLARATIONS.get(key) ?? read(path, settings, ...rest);
    if (known) DECLARATIONS.set(key, known);
    return known;
  };
  host.trace = (text) => (printed += `${text}\n`);
  const program: TypeScriptProgram = typescript.createProgram(rootFiles(root), options, host);
  transformProgram(program, host, {}, { ts: typescript });
  const files = program.getSourceFiles();
  const diagnostics = files.flatMap((file) => program.getProgramDiagnostics?.(file) ?? []);
  return { diagnostics: diagnostics.filter(({ source }) => source === 'framework'), printed };
}

function inEditor(root: string): readonly ts.Diagnostic[] {
  const options = optionsOf(root);
  const languageServiceHost: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => rootFiles(root),
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = typescript.sys.readFile(path);
      return text === undefined ? undefined : typescript.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: () => '',
    fileExists: (path) => typescript.sys.fileExists(path),
    readFile: (path) => typescript.sys.readFile(path),
  };
  const languageService = {
    ...typescript.createLanguageService(languageServiceHost, DOCUMENTS),
    getSemanticDiagnostics: () => [], // type checking is slow and not part of our findings
  };
  const info: unknown = { languageService, languageServiceHost };
  const service = createPlugin({ typescript }).create(
    info as ts.server.PluginCreateInfo, // because the plugin uses nothing else of it
  );
  const files = languageService.getProgram()?.getSourceFiles() ?? [];
  return files
    .filter(({ fileName }) => fileName.startsWith(`${root}/`))
    .flatMap(({ fileName }) => service.getSemanticDiagnostics(fileName))
    .filter(({ source }) => source === 'framework');
}
