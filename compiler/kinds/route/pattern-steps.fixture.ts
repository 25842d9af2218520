// A backtracking matcher that works like a regular expression engine, and counts the characters that it visits.
import { parse } from 'regjsparser';

type Node = {
  readonly type: string;
  readonly raw: string;
  readonly body?: readonly Node[];
  readonly behavior?: string;
  readonly kind?: string;
  readonly greedy?: boolean;
  readonly min?: number;
  readonly max?: number;
};
type Next = (at: number) => boolean;
type Run = { readonly text: string; steps: number };

const MOST_STEPS = 300_000;

/** Returns the number of steps that a search equivalent to `new RegExp(pattern, 'u').test(text)` takes. */
export function stepsOf(pattern: string, text: string): { steps: number; isMatch: boolean } {
  const root = parse(pattern, 'u', { lookbehind: true }) as Node; // because the library's type is a union of all forms
  const run = { text, steps: 0 };
  for (let start = 0; start <= text.length; start += 1)
    if (match(root, { run, isBack: false, at: start }, () => true))
      return { steps: run.steps, isMatch: true };
  return { steps: run.steps, isMatch: false };
}

type Way = { readonly run: Run; readonly isBack: boolean; readonly at: number };

function match(node: Node, way: Way, next: Next): boolean {
  const { run, isBack, at } = way;
  const { type, body = [], behavior = '', min = 0, max = Infinity, greedy = true } = node;
  if (run.steps > MOST_STEPS) return false;
  run.steps += 1;
  if (behavior.toLowerCase().includes('look')) {
    const isThere = sequence(body, { run, isBack: behavior.endsWith('ehind'), at }, () => true);
    return isThere !== behavior.startsWith('negative') && next(at);
  }
  switch (type) {
    case 'disjunction':
      return body.some((choice) => match(choice, way, next));
    case 'alternative':
    case 'group':
      return sequence(body, way, next);
    case 'quantifier': {
      const more = (count: number, from: number): boolean => {
        const goOn: Next = (to) => (to !== from || count < min) && more(count + 1, to);
        const again = (): boolean => count < max && sequence(body, { ...way, at: from }, goOn);
        const stop = (): boolean => count >= min && next(from);
        return greedy ? again() || stop() : stop() || again();
      };
      return more(0, at);
    }
    case 'anchor':
      return (node.kind === 'start' ? at === 0 : at === run.text.length) && next(at);
    default: {
      const character = run.text.charAt(isBack ? at - 1 : at);
      return character !== '' && one(node.raw).test(character) && next(isBack ? at - 1 : at + 1);
    }
  }
}

function sequence(nodes: readonly Node[], way: Way, next: Next): boolean {
  const node = way.isBack ? nodes.at(-1) : nodes[0];
  if (!node) return next(way.at);
  const others = way.isBack ? nodes.slice(0, -1) : nodes.slice(1);
  return match(node, way, (at) => sequence(others, { ...way, at }, next));
}

const ones = new Map<string, RegExp>();

function one(raw: string): RegExp {
  let expression = ones.get(raw);
  if (!expression) ones.set(raw, (expression = new RegExp(`^${raw}$`, 'u')));
  return expression;
}
