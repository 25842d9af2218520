// Type-checks the blocks of all pages in one TypeScript Program: `framework` is what this checkout is built to.
import { join } from 'node:path';
import ts from 'typescript';
import type { BlockFile, BlockProject } from './block-projects.js';
import { REPOSITORY } from './pages.js';
import { shareDeclarations } from '../support/shared-declarations.js';

/** Blocks stand in a folder that does not exist, below the repository so that `@types/node` is found. */
const VIRTUAL_ROOT = join(REPOSITORY, 'test/.tmp/blocks');

/** What the guide uses of a package that the project does not depend on. */
const BEDROCK = `
    export declare class ConverseStreamCommand {
      constructor(input: {
        modelId: string;
        messages: { role: 'user' | 'assistant'; content: { text: string }[] }[];
      });
    }
    type Part = { readonly contentBlockDelta?: { readonly delta?: { readonly text?: string } } };
    export declare class BedrockRuntimeClient {
      send(
        command: ConverseStreamCommand,
        options?: { abortSignal?: AbortSignal },
      ): Promise<{ stream?: AsyncIterable<Part> }>;
    }`;

const BEDROCK_FILE = join(VIRTUAL_ROOT, 'bedrock.d.ts');

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  noEmit: true,
  paths: {
    framework: [join(REPOSITORY, 'dist/types/runtime/index.d.ts')],
    'framework/middleware': [join(REPOSITORY, 'dist/types/runtime/ready-made/index.d.ts')],
    'framework/testing': [join(REPOSITORY, 'dist/types/cli/serve/testing/index.d.ts')],
    'framework/cdk': [join(REPOSITORY, 'dist/types/cli/cdk/index.d.ts')],
    '@aws-sdk/client-bedrock-runtime': [BEDROCK_FILE],
    'framework/vite': [join(REPOSITORY, 'dist/types/cli/serve/testing/vite-plugin.d.ts')],
  },
};

/** What `noUnusedLocals` finds. */
const UNUSED: ReadonlySet<number> = new Set([6133, 6192, 6196]);

/** The problems of the projects' files, each as `page:line:column message`. */
export function typeProblems(projects: readonly BlockProject[]): readonly string[] {
  const files = new Map<string, BlockFile>();
  projects.forEach((project, index) => {
    for (const [name, file] of project.files) {
      files.set(join(VIRTUAL_ROOT, String(index), name), file);
    }
  });
  const program = ts.createProgram([...files.keys()], OPTIONS, hostWith(files));
  return [...files].flatMap(([path, file]) => {
    const source = program.getSourceFile(path);
    if (!source) return [`${file.page}:${file.line} was not read`];
    return (
      [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
        // The reference shows each member beside one list of all imports, and the pages of errors show pieces.
        .filter(({ code }) => !UNUSED.has(code) || !/^docs\/(?:reference|errors)\//.test(file.page))
        .map((diagnostic) => describe(file, source, diagnostic))
    );
  });
}

function hostWith(files: ReadonlyMap<string, BlockFile>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  shareDeclarations(ts, host);
  // Blocks are ES modules, as the projects of `new-project` are.
  const texts = new Map([
    [join(VIRTUAL_ROOT, 'package.json'), '{ "type": "module" }'],
    [BEDROCK_FILE, BEDROCK],
  ]);
  const folders = new Set([...files.keys(), ...texts.keys()].flatMap(foldersAbove));
  const textOf = (path: string): string | undefined => texts.get(path) ?? files.get(path)?.text;
  return {
    ...host,
    fileExists: (path) => textOf(path) !== undefined || host.fileExists(path),
    readFile: (path) => textOf(path) ?? host.readFile(path),
    directoryExists: (path) => folders.has(path) || (host.directoryExists?.(path) ?? true),
    getSourceFile: (path, options, onError) => {
      const text = textOf(path);
      if (text === undefined) return host.getSourceFile(path, options, onError);
      return ts.createSourceFile(path, text, options, true);
    },
  };
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, count) => parts.slice(0, count).join('/'));
}

function describe(file: BlockFile, source: ts.SourceFile, diagnostic: ts.Diagnostic): string {
  const { line, character } = source.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
  return `${file.page}:${file.line + line}:${character + 1} ${message}`;
}
