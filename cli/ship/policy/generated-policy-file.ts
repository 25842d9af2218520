// `.framework/policy.json` (specification 2.7): the generated policy of the last deploy, which `--no-autogen-policy` reads.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { indentedJson } from '../../../compiler/json-values.js';
import { refuseLinks } from '../../project/real-path.js';
import type { PolicyDocument } from '../../../compiler/policy/generated-policy.js';

/** Relative to the project directory. */
export const GENERATED_POLICY_FILE = '.framework/policy.json';

/** Writes the file, unless it says the same already. */
export async function writeGeneratedPolicy(root: string, document: PolicyDocument): Promise<void> {
  const path = join(root, GENERATED_POLICY_FILE);
  const text = indentedJson(document);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  refuseLinks(path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
