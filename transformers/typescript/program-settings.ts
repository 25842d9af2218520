// Reads the settings of the project from the options that TypeScript has parsed.
import { posix } from 'node:path';
import { createPathsMatcher } from 'get-tsconfig';
import type ts from 'typescript';
import { isWithoutNullChecks, type ProjectSettings } from '../../compiler/modules/source-files.js';
import { textOption } from './typescript-program.js';

/** The settings of a program whose project directory is `root`. */
export function programSettings(options: ts.CompilerOptions, root: string): ProjectSettings {
  const mapSpecifier = pathsMatcher(options, root);
  return {
    decorators: options.experimentalDecorators === true ? 'legacy' : 'standard',
    emitsMetadata: options.emitDecoratorMetadata === true,
    ...(options.verbatimModuleSyntax === true && { keepsUnusedImports: true }),
    ...(isWithoutNullChecks(options) && { ignoresNull: true }),
    ...(mapSpecifier && { mapSpecifier }),
  };
}

function pathsMatcher(
  options: ts.CompilerOptions,
  root: string,
): ProjectSettings['mapSpecifier'] | undefined {
  const { paths } = options;
  const baseUrl = textOption(options, 'baseUrl');
  if (!paths && baseUrl === undefined) return undefined;
  const directory = textOption(options, 'pathsBasePath') ?? root;
  const compilerOptions = { ...(baseUrl !== undefined && { baseUrl }), ...(paths && { paths }) };
  try {
    const match = createPathsMatcher({
      path: posix.join(directory, 'tsconfig.json'),
      config: { compilerOptions },
    });
    return match ? (specifier) => match(specifier).map(posixPath) : undefined;
  } catch {
    // TypeScript reports the pattern itself.
    return undefined;
  }
}

function posixPath(path: string): string {
  return path.replaceAll('\\', '/');
}
