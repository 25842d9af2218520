// The sources that two machines deploy concurrently.
import { appWith } from './deployments.js';

export type Source = Readonly<Record<string, string>>;

export const OLD: Source = { 'app.ts': appWith({ '/': 'old' }) };
export const LEFT: Source = { 'app.ts': appWith({ '/': 'left', '/left': 'left' }) };
export const RIGHT: Source = { 'app.ts': appWith({ '/': 'right', '/right': 'right' }) };
