// The name of a new project: it becomes a directory, the name of an npm package, and part of names in the cloud.
import { code } from '../../../compiler/diagnostics/diagnostic.js';
import { NAME_LENGTH, PATTERNS } from '../../config/limits.js';

export type NameProblem = { readonly message: string; readonly hint: string };

/** What is wrong with the name; undefined when nothing is. */
export function checkProjectName(name: string): NameProblem | undefined {
  if (/[/\\]/.test(name)) {
    return {
      message: `The name ${code(name)} is a path; a project is named by a plain name.`,
      hint: `Go to the directory that is to hold it, or give that with --project-dir, and type the last part only.`,
    };
  }
  if (!PATTERNS.name.test(name) || !/^[A-Za-z0-9]/.test(name)) {
    return {
      message: `The name ${code(name)} cannot be used in names in the cloud.`,
      hint: 'Use letters, digits, `-` and `_`, and begin with a letter or a digit.',
    };
  }
  if (`${name}${LONGEST_SUFFIX}`.length > NAME_LENGTH) {
    return {
      message: `The name has ${name.length} characters; names in the cloud, ${code('<name>-<stage>')}, may have ${NAME_LENGTH}.`,
      hint: `Use at most ${NAME_LENGTH - LONGEST_SUFFIX.length} characters.`,
    };
  }
  if (RESERVED.has(name.toLowerCase())) {
    return {
      message: `The name ${code(name)} has a meaning of its own for npm.`,
      hint: 'Choose another name.',
    };
  }
  return undefined;
}

/** The default stage; longer stages are checked when they are used. */
const LONGEST_SUFFIX = '-dev';

/** A package cannot depend on one with its own name, and npm reserves the other two. */
const RESERVED: ReadonlySet<string> = new Set(['framework', 'node_modules', 'favicon.ico']);
