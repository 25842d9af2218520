// Rows of a plan on the terminal: a symbol for the change, columns, and the changed fields as text.
import colors from 'picocolors';
import { GAP, layOut, type TableLook } from '../../terminal/table.js';
import { printable } from '../../../runtime/contract/printable.js';

/** A changed field with its configuration key: `lambda_timeout`. Values of environment variables are never shown. */
export type FieldChange = {
  readonly field: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

/** Returns the change as text: `lambda_timeout 60 -> 120`. For a hidden value, the text says only that it changes. */
export function fieldText({ field, from, to }: FieldChange): string {
  if (from !== undefined && from === to) return `${field} changes`;
  if (from === undefined) return `${field} is set${to === HIDDEN ? '' : ` to ${to ?? ''}`}`;
  if (to === undefined) return `${field} is removed`;
  return `${field} ${from} -> ${to}`;
}

type FieldValue = string | number | boolean | undefined;

/** Returns the fields that differ. An empty text is equal to a missing one. */
export function changedFields(
  rows: readonly (readonly [field: string, from: FieldValue, to: FieldValue])[],
): readonly FieldChange[] {
  const textOf = (value: FieldValue): string | undefined =>
    value === undefined ? undefined : String(value);
  return rows
    .filter(([, from, to]) => (from ?? '') !== (to ?? ''))
    .map(([field, from, to]) => ({ field, from: textOf(from), to: textOf(to) }));
}

/** Printed instead of the value of a variable. */
export const HIDDEN = '(hidden)';

export type PlanLook = TableLook;

export type PlanRow = {
  readonly sign: '+' | '-' | '~';
  readonly cells: readonly string[];
  /** Printed after the cells in a warning color. */
  readonly warning?: string;
  /** The first one is printed at the end of the row unless there is a warning, the others below it. */
  readonly details?: readonly string[];
};

const SIGNS = { create: '+', update: '~', replace: '~', delete: '-' } as const;

/** Returns the rows of a change; none for an unchanged resource. */
export function changeRows(
  action: keyof typeof SIGNS | 'unchanged' | 'keep',
  cells: readonly string[],
  details: readonly string[] = [],
): readonly PlanRow[] {
  if (action === 'unchanged' || action === 'keep') return [];
  return [{ sign: SIGNS[action], cells, details }];
}

/** Renders the rows with their title and an empty line after them. Returns an empty string if there are no rows. */
export function renderRows(title: string, rows: readonly PlanRow[], look: PlanLook): string {
  if (rows.length === 0) return '';
  const paint = colors.createColors(look.hasColor);
  const signs = { '+': paint.green, '-': paint.red, '~': paint.yellow };
  const entries = rows.flatMap(({ sign, cells, warning, details = [] }) => {
    const [first = '', ...others] = details;
    const empty = cells.map(() => '');
    return [
      { sign, texts: [...cells, warning ?? first], isWarning: warning !== undefined },
      ...others.map((text) => ({ sign: undefined, texts: [...empty, text], isWarning: false })),
    ];
  });
  const laidOut = layOut(
    entries.map(({ texts }) => texts.map(printable)),
    { width: look.width === undefined ? undefined : look.width - MARGIN },
  );
  const lines = entries.flatMap(({ sign, isWarning }, row) =>
    (laidOut[row] ?? []).map((cells, line) => {
      const mark = sign !== undefined && line === 0 ? signs[sign](sign) : ' ';
      const end = cells.at(-1)?.trimEnd() ?? '';
      const all = [mark, ...cells.slice(0, -1), isWarning && end !== '' ? paint.red(end) : end];
      return `  ${all.join(GAP).trimEnd()}`;
    }),
  );
  return `${[paint.bold(printable(title)), ...lines].join('\n')}\n\n`;
}

/** The width of the indent, the symbol and the gap after it. */
const MARGIN = 5;

/** Formats a time as `2026-11-21 12:33 UTC`; `milliseconds` are since 1970. */
export function timeText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
