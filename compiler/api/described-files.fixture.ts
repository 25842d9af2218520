// Describes an application whose files are passed as texts.
import { memoryFiles, MEMORY_ROOT } from '../../test/support/memory-files.js';
import { compileApp, compiledSource } from '../compile-app.js';
import { describeApp } from '../describe-app.js';
import type { Manifest } from '../../runtime/contract/manifest.js';
import type { ApiDescription, Operation } from './api-description.js';

export type Described = { readonly api: ApiDescription; readonly manifest: Manifest };

export function describeFiles(files: Readonly<Record<string, string>>): Described {
  const options = { root: MEMORY_ROOT, files: memoryFiles(files) };
  const compilation = compileApp(options);
  const { manifest, diagnostics } = compilation;
  const source = compiledSource(compilation);
  if (!manifest || !source) throw new Error(JSON.stringify(diagnostics, null, 2));
  return { api: describeApp(source, { files: options.files, manifest }), manifest };
}

/** Describes an application with a single file. The imports and `app` are prepended to the text. */
export function describeSource(source: string): ApiDescription {
  return describeFiles({ 'app.ts': `${HEAD}\n${source}` }).api;
}

const HEAD = `import {
  BadRequestError, ConflictError, CustomAuthorizer, Framework, IAMAuthorizer, NotFoundError, Response,
} from 'framework';
import type { Int, List, Text } from 'framework';
export const app = new Framework({ appName: 'guide' });`;

/** Returns the only operation of an application with a single file. */
export function describeView(source: string): Operation {
  const { operations } = describeSource(source);
  const [only] = operations;
  if (!only || operations.length > 1) throw new Error(`${String(operations.length)} operations`);
  return only;
}
