// Reads the syntax errors in a module. swc returns them only as printed frames, so line and column are read from the frame.

/** One syntax error; offsets count UTF-16 code units in the text that was parsed. */
export type SyntaxProblem = {
  readonly message: string;
  readonly start: number;
  readonly end: number;
};

/**
 * Each problem consists of a line with the message, a header that may contain line and column, the surrounding source lines,
 * and a row of carets. A message without a frame is located at the start of the file.
 */
export function readSyntaxProblems(report: string, text: string): readonly SyntaxProblem[] {
  const lines = (report.replaceAll(COLOUR, '').split(/\n\s*Caused by:/)[0] ?? '').split('\n');
  const problems: SyntaxProblem[] = [];
  for (let at = 0; at < lines.length; at++) {
    const message = MESSAGE.exec(lines[at] ?? '')?.[1];
    if (message === undefined) continue;
    const next = lines.findIndex((line, index) => index > at && MESSAGE.test(line));
    const [start, end] = readPlace(lines.slice(at + 1, next < 0 ? undefined : next), text);
    if (problems.at(-1)?.start === start) continue; // because a second message at the same location only repeats the first
    problems.push({ message: nameToken(message, text.slice(start, end)), start, end });
  }
  if (problems.length > 0) return problems;
  const message = lines.find((line) => line.trim() !== '')?.trim() ?? 'cannot be parsed';
  return [{ message, start: 0, end: 0 }];
}

const COLOUR = /\u001b\[[\d;]*m/g;
const MESSAGE = /^ {2}[x×] (.*)$/;
const HEADER = /^\s*[,╭][-─]+(?:\[(\d+):(\d+)\])?/;
const SOURCE_ROW = /^ *(\d+) [|│] ?(.*)$/;
const CARET_ROW = /^ *[:·] ?(.*)$/;

function readPlace(frame: readonly string[], text: string): readonly [number, number] {
  const header = frame.map((row) => HEADER.exec(row)).find((match) => match !== null);
  const lineNumber = Number(header?.[1] ?? 1);
  const [lineStart, line] = readLine(text, lineNumber);
  const row = frame.findIndex(
    (candidate) => SOURCE_ROW.exec(candidate)?.[1] === String(lineNumber),
  );
  const carets = row < 0 ? undefined : CARET_ROW.exec(frame[row + 1] ?? '')?.[1];
  const [from, to] = (carets === undefined ? undefined : lastCarets(carets)) ?? [];
  if (from !== undefined && to !== undefined) {
    return [lineStart + offsetAtColumn(line, from), lineStart + offsetAtColumn(line, to)];
  }
  // A span over several lines is marked with arrows instead of carets. It begins at the first character of its line that is not
  // a space.
  const isSeveralLines = /^ *\d+ [|│] [,╭]/.test(frame[row] ?? '');
  const start = lineStart + (isSeveralLines ? line.search(/\S|$/) : line.length);
  return [start, lineStart + line.length];
}

/** Returns the columns of the last run of carets. A run that contains a bar is a label. */
function lastCarets(row: string): readonly [number, number] | undefined {
  const runs = [...row.matchAll(/[\^─|│┬]+/g)].filter(([run]) => /[\^─]/.test(run));
  const run = runs.findLast(([text]) => !/[|│┬]/.test(text)) ?? runs.at(-1);
  return run && [run.index, run.index + run[0].length];
}

function readLine(text: string, number: number): readonly [number, string] {
  let start = 0;
  for (let line = 1; line < number; line++) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return [start, text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '')];
}

const TAB_WIDTH = 4;

/** Returns the offset of a printed column in a line: tabs are expanded, and wide characters occupy two columns. */
function offsetAtColumn(line: string, column: number): number {
  let width = 0;
  let offset = 0;
  for (const character of line) {
    if (width >= column) break;
    width += character === '\t' ? TAB_WIDTH - (width % TAB_WIDTH) : displayWidth(character);
    offset += character.length;
  }
  return offset;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

function displayWidth(character: string): number {
  if (character === '\ufeff' || /\p{Mn}/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Replaces swc's names for tokens with the tokens' text. */
function nameToken(message: string, source: string): string {
  const plain = message
    .replace(/got 'ident'/, source === '' ? 'got a name' : `got '${source}'`)
    .replace(/Unexpected (?:token `<eof>`|eof)/, 'Unexpected end of the file')
    .replaceAll(/[`']<eof>[`']|<eof>/g, 'the end of the file')
    .replaceAll('`', "'");
  return plain.replace(/\.$/, '');
}
