// Streams of server-sent events, each with the result that the standard requires, for every parser in this project.
// html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

export type EventCase = {
  readonly text: string;
  /** The events that are dispatched, each with its id, name and data. */
  readonly events: readonly (readonly [id: string, event: string, data: string])[];
  /** True if the stream ends within a line or an event, which the standard discards. */
  readonly isCut?: true;
};

export const EVENT_CASES: Readonly<Record<string, EventCase>> = {
  'an event': { text: 'data: a\n\n', events: [['', 'message', 'a']] },
  'data of several lines': {
    text: 'data: YHOO\ndata: +2\ndata: 10\n\n',
    events: [['', 'message', 'YHOO\n+2\n10']],
  },
  'a comment, ids, and an id that is reset': {
    text: ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n',
    events: [
      ['1', 'message', 'first event'],
      ['', 'message', 'second event'],
      ['', 'message', ' third event'],
    ],
  },
  'empty data': {
    text: 'data\n\ndata\ndata\n\ndata:',
    events: [
      ['', 'message', ''],
      ['', 'message', '\n'],
    ],
    isCut: true,
  },
  'one space after the colon, or none': {
    text: 'data:test\n\ndata: test\n\n',
    events: [
      ['', 'message', 'test'],
      ['', 'message', 'test'],
    ],
  },
  'no data, no event': {
    text: 'event: a\n\nid: 7\n\ndata: x\n\n',
    events: [['7', 'message', 'x']],
  },
  'a name for one event': {
    text: 'event: add\ndata: 73857293\n\ndata: 2\n\n',
    events: [
      ['', 'add', '73857293'],
      ['', 'message', '2'],
    ],
  },
  'the last of two names': {
    text: 'event: a\nevent: b\ndata: x\n\n',
    events: [['', 'b', 'x']],
  },
  'an empty name': { text: 'event: a\nevent\ndata: x\n\n', events: [['', 'message', 'x']] },
  'carriage returns': {
    text: 'id: 1\rdata: a\rdata: b\r\rdata: c\r\r',
    events: [
      ['1', 'message', 'a\nb'],
      ['1', 'message', 'c'],
    ],
  },
  'carriage returns with line feeds': {
    text: 'data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n',
    events: [
      ['', 'message', 'a\nb'],
      ['', 'message', 'c'],
    ],
  },
  'all ends of lines': {
    text: 'data: a\rdata: b\r\ndata: c\n\r\ndata: d\n\rdata: e\r\n\n',
    events: [
      ['', 'message', 'a\nb\nc'],
      ['', 'message', 'd'],
      ['', 'message', 'e'],
    ],
  },
  'no other end of a line': {
    text: 'data: a\u2028b\u2029c\u0085d\u000be\u000c\n\n',
    events: [['', 'message', 'a\u2028b\u2029c\u0085d\u000be\u000c']],
  },
  'a byte order mark': { text: '\uFEFFdata: a\n\n', events: [['', 'message', 'a']] },
  'a second byte order mark, and one within': {
    text: '\uFEFF\uFEFFdata: a\n\ndata: \uFEFFb\n\n',
    events: [['', 'message', '\uFEFFb']],
  },
  'characters of two, three and four bytes': {
    text: 'data: é€🚀\nid: ü\n\n',
    events: [['ü', 'message', 'é€🚀']],
  },
  'colons in a value': {
    text: 'data: a: b:c\ndata::d\n\n',
    events: [['', 'message', 'a: b:c\n:d']],
  },
  'fields in other letters, with spaces, and unknown ones': {
    text: 'Data: a\n data: b\ndata : c\nfoo: d\ndata: e\n\n',
    events: [['', 'message', 'e']],
  },
  'an id with NUL': {
    text: 'id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n',
    events: [
      ['1', 'message', 'a'],
      ['1', 'message', 'b'],
    ],
  },
  'times to wait before a new connection': {
    text: 'retry: 1000\nretry: x\nretry\ndata: a\n\n',
    events: [['', 'message', 'a']],
  },
  'comments within an event': {
    text: 'data: a\n: x\n:\ndata: b\n\n:\n\n',
    events: [['', 'message', 'a\nb']],
  },
  'NUL and tab in data': { text: 'data: \0\t\n\n', events: [['', 'message', '\0\t']] },
  'an event that does not end': {
    text: 'data: a\n\ndata: b\n',
    events: [['', 'message', 'a']],
    isCut: true,
  },
  'a line that does not end': {
    text: 'data: a\n\ndata: b',
    events: [['', 'message', 'a']],
    isCut: true,
  },
  nothing: { text: '', events: [] },
};
