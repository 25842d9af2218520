// URLs that serve the zip of a function, as GetFunction returns them. They need no signature and expire.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CloudClock } from '../service.js';

const TEN_MINUTES = 600_000;
const PATH = '/_code/';

export type CodeDownloads = {
  /** Returns the path of a new URL. */
  readonly offer: (zip: Buffer) => string;
  /** Returns true if the request was for such a URL; it is then answered. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => boolean;
};

export function createCodeDownloads(clock: CloudClock): CodeDownloads {
  const offers = new Map<string, { readonly zip: Buffer; readonly until: number }>();
  return {
    offer: (zip) => {
      const path = `${PATH}${randomUUID()}`;
      for (const [old, { until }] of offers) if (until <= clock.now()) offers.delete(old);
      // Not scaled: a download runs in real time.
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
