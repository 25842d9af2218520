// Removes from the output of a command what differs between runs.

/** Replaces the parts that differ between runs with words. */
export function plain(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+Z)?/g, 'TIME')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/TIME [0-9a-f]{8} /g, 'TIME ID ')
    .replaceAll(/\d+(?:\.\d+)? m?s\b/g, 'N ms')
    .replaceAll(/\d+ of 128 MB/g, 'N of 128 MB')
    .replaceAll(/ at [\w$]\.(?=\w+ \()/g, ' at V.') // a minified class
    .replaceAll(/^Waiting for the response to .*\n/gm, '') // on a busy machine
    .replaceAll(/^.* at .*(?:node:|file:|framework:).*\n/gm, '');
}
