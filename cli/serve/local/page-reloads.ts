// Reloads open pages after a build. A page sends one request that is answered after the next build. It is answered at once
// when the page is from another server.
import { randomUUID } from 'node:crypto';
import type { HttpAnswer } from '../gateway/index.js';

export type PageReloads = {
  /** The path that a page made now requests. */
  readonly path: () => string;
  /** True for the request of a page. `respond` is then called when the page may reload. */
  readonly takes: (target: string, respond: (answer: HttpAnswer) => void) => boolean;
  /** Called when a build has ended. */
  readonly tell: () => void;
};

const PREFIX = '/__framework/next-build?after=';

const ANSWER: HttpAnswer = {
  status: 200,
  headers: ['Content-Type', 'text/plain', 'Cache-Control', 'no-store'],
  body: '',
};

/** Creates it before the first build. */
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
