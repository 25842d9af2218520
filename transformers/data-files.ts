// The value of an `import` of a file that is not code: JSON gives its value, a text file its text, any other file its
// bytes. `with { type: 'text' }` and `with { type: 'bytes' }` choose by hand.

const TEXT_EXTENSIONS = new Set(
  (
    'txt text md markdown csv tsv html htm xml svg css sql graphql gql yaml yml toml ini env pem crt key ' +
    'ejs hbs mustache liquid njk pug vtl log properties proto jsonl ndjson srt vtt ics'
  ).split(' '),
);

/** The esbuild loader of a file by its name; undefined for what esbuild itself knows (code and JSON). */
export function dataLoader(path: string): 'text' | 'binary' | undefined {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (/^(?:[cm]?[jt]s|[jt]sx|json)$/.test(extension)) return undefined;
  return TEXT_EXTENSIONS.has(extension) ? 'text' : 'binary';
}
