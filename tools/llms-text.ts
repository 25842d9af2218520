// Creates llms.txt: the list of pages for a language model to read first (https://llmstxt.org), with the first sentence of each
// page.
import { type DocPage, firstSentence, readDocPages, sectionsOf } from '../cli/docs/pages.js';

const INTRODUCTION = `# framework

> Declare HTTP views and event functions in TypeScript with decorators. A static compiler reads the source text, proves the
> routing rules, writes the IAM policy from the code, serves locally, and deploys to Amazon API Gateway (REST) and AWS Lambda.

- Every problem has a code: \`framework explain FW2103\` prints its page, which is \`docs/errors/FW2103.md\`.
- \`framework docs QUERY\` searches these pages offline; \`framework mcp\` offers that and the other commands to an agent.
- \`framework check --json\` proves an application without running it. Paths below are relative to this file.`;

const PARTS: readonly (readonly [title: string, isPart: (name: string) => boolean])[] = [
  ['Start', (name) => !name.includes('/') && !/^(?:architecture|performance)$/.test(name)],
  ['Guide', (name) => name.startsWith('guide/')],
  ['Reference', (name) => name.startsWith('reference/')],
];

/** Returns the text of the file, created from the pages below a directory. */
export function llmsText(packageDirectory: string): string {
  const pages = readDocPages(packageDirectory);
  const parts = PARTS.map(([title, isPart]) =>
    [`## ${title}`, '', ...pages.filter(({ name }) => isPart(name)).map(lineOf)].join('\n'),
  );
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}

function lineOf(page: DocPage): string {
  const sentence = firstSentence(sectionsOf(page)[0]?.text ?? '');
  return `- [${page.title}](docs/${page.name}.md)${sentence === '' ? '' : `: ${sentence}`}`;
}
