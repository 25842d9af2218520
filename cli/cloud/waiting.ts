// Reports a wait. `cli/terminal/wait-notices.ts` prints the waits that take longer than some seconds.

/** Begins a wait, named by a clause. The returned function ends it. */
export type WaitFor = (what: string) => () => void;

export const SILENT: WaitFor = () => () => undefined;
