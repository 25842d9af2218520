// How a wait is told to whoever shows it: `cli/ui/wait-notices.ts` says what takes longer than some seconds.

/** Begins a wait for something, told as a clause; the function that comes back ends it. */
export type WaitFor = (what: string) => () => void;

export const SILENT: WaitFor = () => () => undefined;
