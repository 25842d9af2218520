// Provides the files of a program to the compiler: the text that TypeScript has, which an editor may not have saved,
// and files outside of the program (package.json, JavaScript without `allowJs`) as the host reads them.
import type { SourceFiles } from '../../compiler/modules/source-files.js';
import type { ProgramHost, TypeScript, TypeScriptProgram } from './typescript-program.js';

/** The files of a program; the host's own readers are used where it has them. */
export function programFiles(
  ts: TypeScript,
  program: TypeScriptProgram,
  host: ProgramHost | undefined,
): SourceFiles {
  const fileExists = host?.fileExists?.bind(host) ?? ts.sys.fileExists.bind(ts.sys);
  const readFile = host?.readFile?.bind(host) ?? ((path) => ts.sys.readFile(path));
  const realPath = host?.realpath?.bind(host) ?? ts.sys.realpath?.bind(ts.sys);
  return {
    ...(realPath && { realPath }),
    readText: (path) => program.getSourceFile(path)?.text ?? readFile(path),
    isFile: (path) => program.getSourceFile(path) !== undefined || fileExists(path),
    listFiles: () => program.getSourceFiles().map(({ fileName }) => fileName),
  };
}
