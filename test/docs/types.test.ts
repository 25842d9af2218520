// Checks every TypeScript block of the documentation with the types of this checkout.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemsOfTexts } from '../support/type-program.js';
import { type BlockFile, blockProjects } from './block-projects.js';
import { allPages, REPOSITORY } from './pages.js';

/** The declarations that the guide uses from a package on which the project does not depend. */
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

const built = (path: string): readonly string[] => [join(REPOSITORY, 'dist/types', path)];

/** `framework` resolves to the build of this checkout. */
const OPTIONS = {
  lib: ['es2023'],
  noUnusedLocals: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  resolveJsonModule: true,
  paths: {
    framework: built('runtime/index.d.ts'),
    'framework/middleware': built('runtime/ready-made/index.d.ts'),
    'framework/testing': built('cli/serve/testing/index.d.ts'),
    'framework/cdk': built('cli/cdk/index.d.ts'),
    'framework/vite': built('cli/serve/testing/vite-plugin.d.ts'),
    '@aws-sdk/client-bedrock-runtime': ['./bedrock.d.ts'],
  },
};

/** The errors of `noUnusedLocals`. */
const UNUSED: ReadonlySet<string> = new Set(['TS6133', 'TS6192', 'TS6196']);

test('every TypeScript block of the documentation type-checks', async () => {
  const pages = allPages().filter((page) => !page.path.startsWith('docs/errors/'));
  const projects = pages.flatMap(blockProjects);
  expect(projects.length).toBeGreaterThan(20);
  const blocks = new Map<string, BlockFile>(
    projects.flatMap(({ files }, index) =>
      [...files].map(([name, block]) => [`${index}/${name}`, block] as const),
    ),
  );
  const texts = [...blocks].map(([name, { text }]) => [name, text] as const);
  const found = await problemsOfTexts(
    { 'bedrock.d.ts': BEDROCK, ...Object.fromEntries(texts) },
    OPTIONS,
  );
  const told = found.flatMap(({ file, line, column, code, text }) => {
    const { page = file, line: first = 1 } = blocks.get(file) ?? {};
    // The reference shows each member with one list of all imports.
    if (UNUSED.has(code) && page.startsWith('docs/reference/')) return [];
    return [`${page}:${first + line - 1}:${column} ${text}`];
  });
  expect(told).toEqual([]);
});
