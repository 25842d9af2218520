// Diagnostics of the files around the source: tsconfig.json and package.json (FW10, project).
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import type { JsonProblem } from './json-problems.js';

/** A syntax error in a tsconfig.json. */
export function brokenTsconfig(problem: JsonProblem): Diagnostic {
  return {
    code: 'FW1050',
    severity: 'error',
    message: `${problem.at.file} is not valid: ${problem.message}`,
    at: problem.at,
    hint: 'repair the file; it decides how decorators and imports are read',
  };
}

/** A tsconfig.json whose `extends` leads nowhere or in a circle. */
export function unreadableTsconfig(file: string, reason: string): Diagnostic {
  return {
    code: 'FW1051',
    severity: 'error',
    message: `${file} cannot be used: ${withoutFullStop(reason)}`,
    hint: 'correct "extends" in it, or install the package that it extends with "npm install"',
  };
}

/** A syntax error in package.json. */
export function brokenPackageJson(problem: JsonProblem): Diagnostic {
  return {
    code: 'FW1052',
    severity: 'error',
    message: `package.json is not valid JSON: ${problem.message}`,
    at: problem.at,
    hint: 'repair the file; JSON has no comments, no trailing commas and double quotes only',
  };
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
