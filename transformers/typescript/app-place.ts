// Which application a program is about: rules run for `app.ts` in the directory of the tsconfig and for nothing else, so
// that a test file with a small app of its own raises no error.
import { posix } from 'node:path';
import type ts from 'typescript';
import { findEntry } from '../../compiler/modules/entry-file.js';
import type { SourceFiles } from '../../compiler/modules/source-files.js';
import { textOption, type TypeScriptProgram } from './typescript-program.js';

export type AppPlace = {
  /** The project directory: absolute, with forward slashes. */
  readonly root: string;
  readonly entry: ts.SourceFile;
};

/**
 * The application of a program; undefined when its entry file is not part of the program. A tsconfig in a folder of its
 * own (`config/tsconfig.json`) means the package it stands in.
 */
export function findApp(program: TypeScriptProgram, files: SourceFiles): AppPlace | undefined {
  const config = textOption(program.getCompilerOptions(), 'configFilePath');
  const directory = config === undefined ? program.getCurrentDirectory() : posix.dirname(config);
  for (const root of [directory, packageDirectory(directory, files)]) {
    const path = root === undefined ? undefined : findEntry(root, files.isFile);
    const entry = path === undefined ? undefined : program.getSourceFile(path);
    if (root !== undefined && entry) return { root, entry };
  }
  return undefined;
}

/** The nearest directory with a package.json, from `directory` upwards. */
function packageDirectory(directory: string, files: SourceFiles): string | undefined {
  if (files.isFile(posix.join(directory, 'package.json'))) return directory;
  const parent = posix.dirname(directory);
  return parent === directory ? undefined : packageDirectory(parent, files);
}
