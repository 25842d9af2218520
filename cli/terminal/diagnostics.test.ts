// Diagnostics in every output format: on a screen, in a pipe, as annotations, as JSON.
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { spanOf } from '../project/placed-json.js';
import { renderGithub } from './json-diagnostics.js';
import { renderPlain, summarize } from './plain-diagnostics.js';
import { type Look, renderPretty } from './pretty-diagnostics.js';
import { renderMarkdown } from './markdown.js';

const TEXT = `import { app } from './app.js';

class Views {
\t@app.route('/cities/')
\tcities() {
\t\treturn ['東京', 'Łódź'];
\t}
}
`;

function place(needle: string, text: string = TEXT, file = 'views.ts') {
  const start = text.indexOf(needle);
  return spanOf(file, text, { start, end: start + needle.length });
}

const slash: Diagnostic = {
  code: 'FW2103',
  severity: 'error',
  message: 'The path `/cities/` ends in a slash.',
  at: place("'/cities/'"),
  related: [{ message: 'The application is made here.', at: place('app') }],
  hint: 'Write `/cities`.',
};
const homeless: Diagnostic = { code: 'FW1107', severity: 'warning', message: 'The stage is odd.' };
const sources = { readText: (file: string) => (file === 'views.ts' ? TEXT : undefined) };
const look: Look = { hasColor: false, hasUnicode: true, width: 80 };

describe('on a screen', () => {
  test('a problem has its source, its place underlined, its related places, a hint and a page', () => {
    expect(renderPretty([slash, homeless], sources, look)).toMatchInlineSnapshot(`
      "error FW2103: The path \`/cities/\` ends in a slash.
        ╭─▶ views.ts:4:13
      3 │ class Views {
      4 │     @app.route('/cities/')
        │                ━━━━━━━━━━
        ├─▶ views.ts:1:10 The application is made here.
      1 │ import { app } from './app.js';
        │          ━━━
        ├─ hint: Write \`/cities\`.
        ╰─ framework explain FW2103

      warning FW1107: The stage is odd.
        ╰─ framework explain FW1107

      1 error, 1 warning in 1 file
      "
    `);
  });

  test('a terminal without box drawing gets ASCII', () => {
    expect(renderPretty([slash], sources, { ...look, hasUnicode: false })).toMatchInlineSnapshot(`
      "error FW2103: The path \`/cities/\` ends in a slash.
        --> views.ts:4:13
      3 | class Views {
      4 |     @app.route('/cities/')
        |                ^^^^^^^^^^
        --> views.ts:1:10 The application is made here.
      1 | import { app } from './app.js';
        |          ^^^
        = hint: Write \`/cities\`.
        = framework explain FW2103

      1 error in 1 file
      "
    `);
  });

  test('colour changes nothing but colour', () => {
    const colored = renderPretty([slash, homeless], sources, { ...look, hasColor: true });
    expect(colored).toContain('\u001b[31m');
    expect(stripColor(colored)).toBe(renderPretty([slash, homeless], sources, look));
  });

  test('wide characters take two columns, so that the marks stand under their text', () => {
    const wide = { ...slash, at: place("'Łódź'"), related: [] };
    expect(renderPretty([wide], sources, look)).toMatchInlineSnapshot(`
      "error FW2103: The path \`/cities/\` ends in a slash.
        ╭─▶ views.ts:6:17
      5 │     cities() {
      6 │         return ['東京', 'Łódź'];
        │                         ━━━━━━
        ├─ hint: Write \`/cities\`.
        ╰─ framework explain FW2103

      1 error in 1 file
      "
    `);
  });

  test('a long line is cut around the place', () => {
    const text = `const a = '${'x'.repeat(300)}'; route('/cities/'); const b = '${'y'.repeat(300)}';`;
    const long = { ...slash, at: place("'/cities/'", text), related: [] };
    const shown = renderPretty([long], { readText: () => text }, { ...look, width: 60 });
    expect(shown).toMatchInlineSnapshot(`
      "error FW2103: The path \`/cities/\` ends in a slash.
        ╭─▶ views.ts:1:321
      1 │ …xxxxxxxxx'; route('/cities/'); const b = 'yyyyyyyyyyy…
        │                    ━━━━━━━━━━
        ├─ hint: Write \`/cities\`.
        ╰─ framework explain FW2103

      1 error in 1 file
      "
    `);
    expect(
      Math.max(
        ...shown
          .split('\n')
          .slice(1, 4)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(60);
  });

  test('a place of several lines is underlined on each, at most four', () => {
    const many = { ...slash, at: place(TEXT.slice(TEXT.indexOf('class'))), related: [] };
    expect(renderPretty([many], sources, look)).toMatchInlineSnapshot(`
      "error FW2103: The path \`/cities/\` ends in a slash.
        ╭─▶ views.ts:3:1
      3 │ class Views {
        │ ━━━━━━━━━━━━━
      4 │     @app.route('/cities/')
        │     ━━━━━━━━━━━━━━━━━━━━━━
      5 │     cities() {
        │     ━━━━━━━━━━
      6 │         return ['東京', 'Łódź'];
        │         ━━━━━━━━━━━━━━━━━━━━━━━━
        ├─ hint: Write \`/cities\`.
        ╰─ framework explain FW2103

      1 error in 1 file
      "
    `);
  });

  test('what would move the cursor is shown, not obeyed', () => {
    const text = 'const evil = "\u001b[2J\u0007";\n';
    const evil = { ...slash, message: 'bad \u001b[2J', at: place('evil', text), related: [] };
    expect(renderPretty([evil], { readText: () => text }, look)).not.toContain('\u001b');
  });

  test('a place at the end of the file is marked', () => {
    const text = 'class A {\n';
    const at = spanOf('views.ts', text, { start: text.length, end: text.length });
    expect(renderPretty([{ ...slash, at, related: [] }], { readText: () => text }, look))
      .toMatchInlineSnapshot(`
        "error FW2103: The path \`/cities/\` ends in a slash.
          ╭─▶ views.ts:2:1
        1 │ class A {
        2 │
          │ ━
          ├─ hint: Write \`/cities\`.
          ╰─ framework explain FW2103

        1 error in 1 file
        "
      `);
  });
});

describe('in a pipe', () => {
  test('a problem is a line of file, line, column, severity, code and message, with its hint below', () => {
    expect(renderPlain([slash, homeless], sources)).toMatchInlineSnapshot(`
      "views.ts:4:13: error FW2103: The path \`/cities/\` ends in a slash.
        views.ts:1:10: The application is made here.
        hint: Write \`/cities\`.
      warning FW1107: The stage is odd.
      1 error, 1 warning in 1 file
      "
    `);
  });

  test('paths are named from where the user stands', () => {
    const showPath = (file: string) => `example-app/${file}`;
    expect(renderPlain([slash], { ...sources, showPath }).split('\n')[0]).toMatchInlineSnapshot(
      `"example-app/views.ts:4:13: error FW2103: The path \`/cities/\` ends in a slash."`,
    );
  });
});

describe('as annotations of GitHub Actions', () => {
  test('what has a meaning in a workflow command is escaped', () => {
    const odd = {
      ...slash,
      message: 'a: 100%\nb',
      at: { ...place("'/cities/'"), file: 'a,b:c%.ts' },
    };
    expect(renderGithub([odd, homeless], (file) => file)).toMatchInlineSnapshot(`
      "::error file=a%2Cb%3Ac%25.ts,line=4,endLine=4,col=13,endColumn=23,title=FW2103::a: 100%25%0Ab%0AWrite \`/cities\`.
      ::warning title=FW1107::The stage is odd.
      "
    `);
  });
});

test('the summary counts errors, warnings and files, and leaves out what there is none of', () => {
  expect(summarize([slash, slash, homeless])).toBe('2 errors, 1 warning in 1 file');
  expect(summarize([slash, { ...slash, at: { ...place('app'), file: 'b.ts' } }])).toBe(
    '2 errors in 2 files',
  );
  expect(summarize([homeless])).toBe('1 warning');
});

function stripColor(text: string): string {
  return text.replace(/\u001b\[\d+m/g, '');
}

// A page of markdown on a terminal.

const PAGE = `# FW0001: A heading

A paragraph with \`code\`, a [page](../guide.md) and a [link](https://example.com/a).

- an item that is longer than the line
- another

## Wrong

\`\`\`json file=a.json
{
  "a": 1,

  "b": 2
}
\`\`\`

\`\`\`ts
# no heading
\`\`\`

Specification 4.1.
`;

test('headings stand alone, code is indented, links show where they go', () => {
  expect(renderMarkdown(PAGE, { hasColor: false, width: undefined })).toMatchInlineSnapshot(`
    "FW0001: A heading

    A paragraph with \`code\`, a page and a link (https://example.com/a).

    - an item that is longer than the line
    - another

    Wrong

      a.json
        {
          "a": 1,

          "b": 2
        }

        # no heading

    Specification 4.1.
    "
  `);
});

test('running text is as wide as the window, code is left as it is', () => {
  expect(renderMarkdown(PAGE, { hasColor: false, width: 30 })).toMatchInlineSnapshot(`
    "FW0001: A heading

    A paragraph with \`code\`, a
    page and a link
    (https://example.com/a).

    - an item that is longer than
      the line
    - another

    Wrong

      a.json
        {
          "a": 1,

          "b": 2
        }

        # no heading

    Specification 4.1.
    "
  `);
});

test('headings are bold where there is colour, and nothing else changes', () => {
  const colored = renderMarkdown(PAGE, { hasColor: true, width: undefined });
  expect(colored.split('\n')[0]).toBe('\u001b[1mFW0001: A heading\u001b[22m');
  expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(
    renderMarkdown(PAGE, { hasColor: false, width: undefined }),
  );
});
