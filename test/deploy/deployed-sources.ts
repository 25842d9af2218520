// The source files that two machines deploy concurrently.
import { appWith } from './deployments.js';

export type SourceFiles = Readonly<Record<string, string>>;

export const OLD: SourceFiles = { 'app.ts': appWith({ '/': 'old' }) };
export const LEFT: SourceFiles = { 'app.ts': appWith({ '/': 'left', '/left': 'left' }) };
export const RIGHT: SourceFiles = { 'app.ts': appWith({ '/': 'right', '/right': 'right' }) };
