// Addresses that give the zip of a function, as GetFunction hands them out. They need no signature and end in a while.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CloudClock } from '../service.js';

const TEN_MINUTES = 600_000;
const PATH = '/_code/';

export type CodeDownloads = {
  /** The path of a new address. */
  readonly offer: (zip: Buffer) => string;
  /** True when the request was for one, and is answered. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => boolean;
};

export function createCodeDownloads(clock: CloudClock): CodeDownloads {
  const offers = new Map<string, { readonly zip: Buffer; readonly until: number }>();
  return {
    offer: (zip) => {
      const path = `${PATH}${randomUUID()}`;
      for (const [old, { until }] of offers) if (until <= clock.now()) offers.delete(old);
      // Not scaled: a download takes the time it takes.
      offers.set(path, { zip, until: clock.now() + TEN_MINUTES });
      return path;
    },
    serve: (request, response) => {
      const { url = '' } = request;
      if (!url.startsWith(PATH)) return false;
      const offer = offers.get(url);
      if (offer && offer.until > clock.now())
        response.writeHead(200, { 'Content-Type': 'application/zip' }).end(offer.zip);
      else response.writeHead(403).end('Request has expired');
      return true;
    },
  };
}
