// The tsserver plugin for editors: our diagnostics with quick fixes. The package itself is the plugin: `{ "name": "framework"
// }` in tsconfig.json.
import type ts from 'typescript';
import { createInspector } from './inspection.js';
import {
  errorNumber,
  type Reported,
  reportFindings,
  withoutRepeated,
} from './typescript-diagnostics.js';
import type { TypeScript } from './app-place.js';
import { posix } from 'node:path';
import { COMPILER_CATALOGUE } from '../../compiler/catalogue.js';
import type { Fix } from '../../compiler/diagnostics/diagnostic.js';
import { oncePer } from '../../compiler/groups.js';

// Offers the corrections in our diagnostics as quick fixes in the editor.

/** The position and the error codes for which the editor requests fixes. */
type FixRequest = {
  readonly start: number;
  readonly end: number;
  readonly errorCodes: readonly number[];
};

/** Returns the fixes for those diagnostics in a file that overlap the requested position. */
function quickFixes(
  reported: readonly Reported[],
  { start, end, errorCodes }: FixRequest,
): readonly ts.CodeFixAction[] {
  return reported.flatMap(({ diagnostic, origin, root }) => {
    const from = diagnostic.start ?? 0;
    const to = from + (diagnostic.length ?? 0);
    const isMeant = errorCodes.includes(diagnostic.code) && from <= end && start <= to;
    return isMeant && origin.fix ? [fixAction(origin.fix, root)] : [];
  });
}

function fixAction({ title, edits }: Fix, root: string): ts.CodeFixAction {
  const files = [...new Set(edits.map(({ file }) => file))];
  return {
    fixName: 'framework',
    description: title,
    changes: files.map((file) => ({
      fileName: posix.join(root, file),
      textChanges: edits
        .filter((edit) => edit.file === file)
        .map((edit) => ({
          span: { start: edit.start, length: edit.end - edit.start },
          newText: edit.text,
        })),
    })),
  };
}

/** The codes that may have a fix, in TypeScript's format. */
const FIXABLE_CODES: readonly string[] = [
  ...new Set(COMPILER_CATALOGUE.map(({ code }) => String(errorNumber(code)))),
];

/**
 * Announces the codes that may have a fix. VS Code asks once, for all files, which errors can have fixes, and never requests
 * fixes for other errors. The list is TypeScript's own, and plugins can add to it only through its internal registry.
 */
function announceFixes(ts: TypeScript): void {
  const { codefix }: { codefix?: { registerCodeFix?: (registration: object) => void } } =
    ts as object; // because the registry is not in the published types
  if (ts.getSupportedCodeFixes().includes(FIXABLE_CODES[0] ?? '')) return;
  codefix?.registerCodeFix?.({
    errorCodes: FIXABLE_CODES,
    getCodeActions: () => undefined,
  });
}

/** Called by tsserver for each project that names the plugin. */
export function createPlugin({
  typescript,
}: {
  readonly typescript: TypeScript;
}): ts.server.PluginModule {
  announceFixes(typescript);
  return { create: (info) => withFindings(typescript, info) };
}

function withFindings(ts: TypeScript, info: ts.server.PluginCreateInfo): ts.LanguageService {
  const { languageService } = info;
  const findings = createFindings(ts, info);
  const attempt = createAttempt(info);
  return {
    ...languageService,
    getSemanticDiagnostics: (path) => {
      // In a patched TypeScript, the transformer has already added our diagnostics.
      const all = languageService
        .getSemanticDiagnostics(path)
        .filter(({ source }) => source !== 'framework');
      const own = attempt(() => findings.of(path));
      if (own.length === 0) return all;
      const reported = attempt(() => findings.reported(path));
      return [...withoutRepeated(ts, all, reported), ...own];
    },
    getCodeFixesAtPosition: (...args) => {
      const [path, start, end, errorCodes] = args;
      const own = attempt(() => findings.fixes(path, { start, end, errorCodes }));
      return [...languageService.getCodeFixesAtPosition(...args), ...own];
    },
    getSupportedCodeFixes: (path) => {
      return [...languageService.getSupportedCodeFixes(path), ...FIXABLE_CODES];
    },
  };
}

type Findings = {
  readonly reported: (path: string) => readonly Reported[];
  readonly of: (path: string) => readonly ts.Diagnostic[];
  readonly fixes: (path: string, request: FixRequest) => readonly ts.CodeFixAction[];
};

function createFindings(
  ts: TypeScript,
  { languageService, languageServiceHost }: ts.server.PluginCreateInfo,
): Findings {
  const inspect = createInspector(ts);
  const read = oncePer((program: ts.Program) =>
    inspect(program, languageServiceHost).flatMap((inspection) =>
      reportFindings(ts, program, inspection),
    ),
  );
  const readUnder = (path: string): readonly Reported[] => {
    const program = languageService.getProgram();
    const file = program?.getSourceFile(path);
    return program ? read(program).filter(({ under }) => under === file) : [];
  };
  return {
    reported: readUnder,
    of: (path) => readUnder(path).map(placeInFile),
    fixes: (path, request) => quickFixes(readUnder(path), request),
  };
}

/** An editor shows one file's diagnostics, so a diagnostic with a location in another file is shown at the top of this one. */
function placeInFile({ under, diagnostic }: Reported): ts.Diagnostic {
  const { file, start, length } = diagnostic;
  if (file === under) return diagnostic;
  const { category, code, messageText, relatedInformation = [] } = diagnostic;
  const location = { category, code, messageText: 'The problem is here.', file, start, length };
  return {
    ...diagnostic,
    file: under,
    start: 0,
    length: 0,
    messageText,
    relatedInformation: file ? [location, ...relatedInformation] : relatedInformation,
  };
}

/** If our part of a request fails, the error is logged once, and the result contains only TypeScript's own part. */
function createAttempt({
  project,
}: ts.server.PluginCreateInfo): <T>(action: () => readonly T[]) => readonly T[] {
  let hasFailed = false;
  return (action) => {
    try {
      return action();
    } catch (error) {
      const stack = error instanceof Error ? error.stack : String(error);
      if (!hasFailed) project.projectService.logger.info(`framework FW9001: ${stack}`);
      hasFailed = true;
      return [];
    }
  };
}
