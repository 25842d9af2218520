// Counts how deeply tokens nest: levels of brackets, and constructs without brackets within each level.

/** The content of an open bracket. */
export type Level = {
  /** The character that opened the level: a bracket, or the quote of a template. */
  readonly opener: number;
  /** True for the condition of an `if` or a loop, after which an expression may begin. */
  readonly isCondition: boolean;
  /** Levels that end with the statement. */
  statements: number;
  /** Levels that end with the expression. */
  operators: number;
  /** Open type arguments. */
  angles: number;
  /** Open JSX elements. */
  elements: number;
};

/** The kind of the last token. */
export type Before = 'operand' | 'operator' | 'semicolon' | 'equals';

export type NestingScan = {
  readonly text: string;
  readonly hasTypes: boolean;
  readonly hasJsx: boolean;
  readonly levels: Level[];
  level: Level;
  at: number;
  before: Before;
  /** The last token if it was a word. */
  word: string;
  /** The sum of all levels. */
  depth: number;
  deepest: number;
  deepestAt: number;
};

export function createNestingScan(text: string, file: string): NestingScan {
  const level = createLevel(0, false);
  return {
    text,
    hasTypes: /\.[cm]?tsx?$/.test(file),
    hasJsx: !/\.[cm]?ts$/.test(file),
    levels: [level],
    level,
    at: 0,
    before: 'semicolon',
    word: '',
    depth: 0,
    deepest: 0,
    deepestAt: 0,
  };
}

export function createLevel(opener: number, isCondition: boolean): Level {
  return { opener, isCondition, statements: 0, operators: 0, angles: 0, elements: 0 };
}

export function push(scan: NestingScan, level: Level): void {
  scan.levels.push(level);
  scan.level = level;
  scan.before = 'operator';
  scan.depth++;
  note(scan);
}

type Counted = 'statements' | 'operators' | 'angles' | 'elements';

export function deepen(scan: NestingScan, counted: Counted, levels = 1): void {
  scan.level[counted] += levels;
  scan.depth += levels;
  note(scan);
}

export function shorten(scan: NestingScan, counted: Counted): void {
  scan.level[counted]--;
  scan.depth--;
}

export function end(scan: NestingScan, counted: Counted): void {
  scan.depth -= scan.level[counted];
  scan.level[counted] = 0;
}

/** Ends a statement or member, at a semicolon or between two operands. */
export function endStatement(scan: NestingScan): void {
  if (scan.level.elements > 0) return;
  end(scan, 'statements');
  end(scan, 'operators');
  end(scan, 'angles');
}

function note(scan: NestingScan): void {
  if (scan.depth <= scan.deepest) return;
  scan.deepest = scan.depth;
  scan.deepestAt = scan.at - 1;
}

/** Closes a level. */
export function pop(scan: NestingScan): void {
  const { levels, level } = scan;
  levels.pop();
  scan.level = levels.at(-1) ?? level;
  scan.depth -= 1 + level.statements + level.operators + level.angles + level.elements;
  scan.before = level.isCondition ? 'operator' : 'operand';
}
