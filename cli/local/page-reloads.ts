// Tells pages that stand in browsers of the next build. A page asks once and is answered when there is something new, or
// when it has asked another server than the one that made it.
import { randomUUID } from 'node:crypto';
import type { HttpAnswer } from '../gateway/index.js';

export type PageReloads = {
  /** What a page that is made now asks for. */
  readonly path: () => string;
  /** True when a request is that of a page; `respond` is called when it may load itself again. */
  readonly takes: (target: string, respond: (answer: HttpAnswer) => void) => boolean;
  /** A build has ended. */
  readonly tell: () => void;
};

const PREFIX = '/__framework/next-build?after=';

const ANSWER: HttpAnswer = {
  status: 200,
  headers: ['Content-Type', 'text/plain', 'Cache-Control', 'no-store'],
  body: '',
};

/** Opens it with no build. */
export function createPageReloads(): PageReloads {
  const server = randomUUID();
  let builds = 0;
  let waiting: ((answer: HttpAnswer) => void)[] = [];
  const path = (): string => `${PREFIX}${server}-${builds}`;
  return {
    path,
    takes: (target, respond) => {
      if (!target.startsWith(PREFIX)) return false;
      if (target === path()) waiting.push(respond);
      else respond(ANSWER);
      return true;
    },
    tell: () => {
      builds += 1;
      const told = waiting;
      waiting = [];
      for (const respond of told) respond(ANSWER);
    },
  };
}
