import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleProject, packageFiles, show } from '../../test/bundle/bundle-project.js';
import { type FileContent, makeProject } from '../../test/bundle/temporary-project.js';

const app = `import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'x' });\n`;

function project(files: Readonly<Record<string, FileContent>>): string {
  return makeProject({ 'app.ts': app, ...files });
}

describe('everything in frameworklib/ is included in the package', () => {
  test('any file type, recursively, with executable bits and dotfiles', async () => {
    const root = project({
      'frameworklib/a.json': '{}',
      'frameworklib/deep/er/image.png': new Uint8Array([1, 2, 3]),
      'frameworklib/run.sh': { executable: '#!/bin/sh\n' },
      'frameworklib/.hidden': '',
      'frameworklib/module.ts': 'export const x: number = 1;',
      'frameworklib/node_modules/kept/index.js': '',
      'elsewhere/file.txt': 'not in the package',
    });
    await bundleProject(root);
    expect(packageFiles(root)).toMatchInlineSnapshot(`
      [
        "frameworklib/.hidden",
        "frameworklib/a.json",
        "frameworklib/deep/er/image.png",
        "frameworklib/module.ts",
        "frameworklib/node_modules/kept/index.js",
        "frameworklib/run.sh*",
        "index.mjs",
        "index.mjs.map",
      ]
    `);
  });

  test('links give what they lead to, also outside the folder', async () => {
    const root = project({
      'frameworklib/file.txt': 'text',
      'frameworklib/link.txt': { link: 'file.txt' },
      'frameworklib/folder': { link: '../shared' },
      'shared/data.csv': 'a,b',
    });
    await bundleProject(root);
    expect(packageFiles(root)).toMatchInlineSnapshot(`
      [
        "frameworklib/file.txt",
        "frameworklib/folder/data.csv",
        "frameworklib/link.txt",
        "index.mjs",
        "index.mjs.map",
      ]
    `);
  });

  test('a link that leads nowhere or in a circle is an error, and nothing is written', async () => {
    const root = project({
      'frameworklib/broken': { link: '../gone.txt' },
      'frameworklib/a/up': { link: '..' },
      'frameworklib/self': { link: 'self' },
    });
    expect(show(await bundleProject(root))).toMatchInlineSnapshot(`
      "FW5021 \`frameworklib/a/up\` is a link to \`..\`, which contains it; copying it would never end. -> Remove the link with \`rm frameworklib/a/up\`.
      FW5020 \`frameworklib/broken\` is a link to \`../gone.txt\`, which does not exist. -> Remove the link with \`rm frameworklib/broken\`, or replace it with the file.
      FW5021 \`frameworklib/self\` is a link to \`frameworklib/self\`, which contains it; copying it would never end. -> Remove the link with \`rm frameworklib/self\`."
    `);
    expect(packageFiles(root)).toEqual([]);
  });

  test('what is neither a file nor a folder is an error', async () => {
    const root = project({ 'frameworklib/data.txt': 'x' });
    execFileSync('mkfifo', [join(root, 'frameworklib/pipe')]);
    expect(show(await bundleProject(root))).toMatchInlineSnapshot(
      `"FW5022 \`frameworklib/pipe\` cannot be copied into the package: it is neither a file nor a folder. -> Make it readable with \`chmod u+r frameworklib/pipe\`, or remove it."`,
    );
  });

  test('a file named frameworklib is an error', async () => {
    expect(show(await bundleProject(project({ frameworklib: 'text' })))).toMatchInlineSnapshot(
      `"FW5023 \`frameworklib\` is not a folder, so its contents cannot be copied into the package. -> Make it a folder and move the file into it, or give the file another name."`,
    );
  });
});
