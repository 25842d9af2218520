// Renders a request for a screen: a header with the time, route, status and Lambda's measurements, followed by the printed
// lines.
import colors from 'picocolors';
import { printable } from '../../../runtime/contract/printable.js';
import { indented } from '../../terminal/printable.js';
import type { PrintedLine, LogRequest } from './log-requests.js';

export type BlockLook = { readonly hasColor: boolean };

/** Renders a block with its line ending. `name` is the name of the function, which is shown if there is no route. */
export function renderRequest(request: LogRequest, name: string, look: BlockLook): string {
  const { served, report, startedAt, firstByte } = request;
  const paint = colors.createColors(look.hasColor);
  const facts = [
    ...(served ? [paint.bold(printable(served.route))] : [paint.bold(name)]),
    statusText(request, paint),
    ...(report ? [milliseconds(report.duration)] : []),
    ...(firstByte === undefined ? [] : [`first byte ${milliseconds(firstByte)}`]),
    ...(report?.initDuration === undefined
      ? []
      : [paint.yellow(`cold start ${milliseconds(report.initDuration)}`)]),
    ...(report ? [paint.dim(`${report.memoryUsed} of ${report.memorySize} MB`)] : []),
    ...(served && isOtherPath(served) ? [paint.dim(printable(served.path))] : []),
  ];
  const head = `${paint.dim(clockTime(startedAt))}  ${facts.join('  ')}`;
  return [head, ...request.lines.map((line) => indented(renderLine(line, look))), ''].join('\n');
}

/** Renders the text of one event, without a final line ending. */
export function renderLine(
  { level, text }: Pick<PrintedLine, 'level' | 'text'>,
  look: BlockLook,
): string {
  const paint = colors.createColors(look.hasColor);
  const shown = text.split('\n').map((line) => safeText(line, look).replaceAll('\t', '    '));
  const word = level === undefined || level === 'INFO' ? [] : [printable(level)];
  const first = [...word, shown[0] ?? ''].join(' ');
  const all = [first, ...shown.slice(1)].join('\n');
  const weight = level ?? / - (DEBUG|WARNING|ERROR|CRITICAL) - /.exec(text)?.[1];
  if (weight === 'ERROR' || weight === 'CRITICAL' || weight === 'FATAL') return paint.red(all);
  if (weight === 'WARN' || weight === 'WARNING') return paint.yellow(all);
  return weight === 'DEBUG' || weight === 'TRACE' ? paint.dim(all) : all;
}

/** Returns the time in the time zone of this machine, for example `2026-11-21 14:03:21`. */
export function clockTime(time: number): string {
  const date = new Date(time);
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${date.toTimeString().slice(0, 8)}`;
}

function statusText(
  { served, outcome }: LogRequest,
  paint: ReturnType<typeof colors.createColors>,
): string {
  switch (outcome) {
    case 'timed-out':
      return paint.red('timed out');
    case 'running':
      return paint.dim('running');
    case 'failed':
      return paint.red(served ? `${served.status}, then failed` : 'failed');
    case 'ok':
      break;
  }
  if (!served) return paint.green('ok');
  const { status } = served;
  const text = String(status);
  if (status >= 500) return paint.red(text);
  return status >= 400 ? paint.yellow(text) : paint.green(text);
}

function isOtherPath({ route, path }: { readonly route: string; readonly path: string }): boolean {
  return !route.endsWith(` ${path}`);
}

function milliseconds(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(2)} s`;
}

/** Keeps the application's colors if the terminal supports them. Makes other control characters visible, except tabs. */
export function safeText(text: string, { hasColor }: BlockLook): string {
  return text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, index) => {
      if (index % 2 === 1) return hasColor ? part : '';
      return part.split('\t').map(printable).join('\t');
    })
    .join('');
}
