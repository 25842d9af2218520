// A page as a list of steps to follow: files to write, commands to type, and the output of the commands.
import { fileNameOf } from './block-projects.js';
import type { Page } from './pages.js';

export type Step =
  | { readonly kind: 'write'; readonly line: number; readonly file: string; readonly text: string }
  | {
      readonly kind: 'run';
      readonly line: number;
      readonly commands: readonly string[];
      /** The output that the page shows; undefined if it shows none. */
      readonly output: string | undefined;
      /** The line on which that output begins. */
      readonly outputLine: number | undefined;
    };

/** What a page shows on a line, and what it should show. */
export type Correction = {
  readonly line: number;
  readonly shown: string;
  readonly printed: string;
};

/** Returns the text of a page with the actual output of its commands. */
export function correctOutputs(text: string, corrections: readonly Correction[]): string {
  const lines = text.split('\n');
  for (const { line, shown, printed } of corrections.toSorted((a, b) => b.line - a.line)) {
    const end = shown.endsWith('\n') ? 1 : 0;
    lines.splice(line - 1, shown.split('\n').length - end, ...printed.trimEnd().split('\n'));
  }
  return lines.join('\n');
}

/**
 * Returns the steps of a page: a `ts` block whose first line names a file is written to that file, a `sh` block is typed, and a
 * `text` block below a `sh` block is the expected output.
 */
export function transcriptOf(page: Page): readonly Step[] {
  return page.blocks.flatMap((block, at): readonly Step[] => {
    const file = fileNameOf(block);
    if (block.language === 'ts' && file !== undefined) {
      return [{ kind: 'write', line: block.line, file, text: block.text }];
    }
    if (block.language !== 'sh') return [];
    const next = page.blocks[at + 1];
    return [
      {
        kind: 'run',
        line: block.line,
        commands: block.text.trim().split('\n'),
        output: next?.language === 'text' ? next.text : undefined,
        outputLine: next?.language === 'text' ? next.line : undefined,
      },
    ];
  });
}

/** Returns the output of several commands in the format that pages use, each starting on a new line. */
export function joinOutputs(outputs: readonly string[]): string {
  return outputs.map((output) => (/[^\n]$/.test(output) ? `${output}\n` : output)).join('');
}

/**
 * Removes times, sizes and URLs, which differ between machines, and the order of concurrent steps, before the expected and the
 * actual output are compared.
 */
export function withoutMeasures(text: string): string {
  return text
    .replace(/\b[\d.,]+ (ms|s|B|kB|MB|%)(?!\w)/g, 'N $1')
    .replace(/(?:^.* \(N s\)\n)+/gm, (steps) => steps.split(/^/m).sort().join(''))
    .replace(/https:\/\/\w+\.execute-api\.[\w-]+\.amazonaws\.com\/(\w+)\//g, 'https://API/$1/')
    .replace(
      /http:\/\/127\.0\.0\.1:\d+\/restapis\/\w+\/(\w+)\/_user_request_\//g,
      'https://API/$1/',
    )
    .replace(/ {2,}/g, '  ')
    .replace(/[ \t]+$/gm, '')
    .trim();
}
