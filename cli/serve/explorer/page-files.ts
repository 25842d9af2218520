// The files of the page. They are read on the first request, so that they do not slow down the start of the server.
import { readFile } from 'node:fs/promises';

export type PageFile = { readonly type: string; readonly bytes: Uint8Array };

export type PageFiles = {
  /** Returns the file at a path of the explorer; undefined if there is none. */
  readonly find: (path: string) => Promise<PageFile | undefined>;
};

const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
};

/** Opens the folder with the built page. */
export function openPageFiles(directory: URL): PageFiles {
  const read = new Map<string, Promise<Uint8Array>>();
  return {
    find: async (path) => {
      const entry = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
      if (!entry) return undefined;
      const [file, type] = entry;
      const reading = read.get(file) ?? readFile(new URL(file, directory));
      read.set(file, reading);
      return { type, bytes: await reading };
    },
  };
}
