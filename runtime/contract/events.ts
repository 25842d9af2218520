// The event sources of functions in the manifest: their list, and the parts that several sources share. Options that only
// the runtime uses, such as `concurrency`, are in the row that binds the function (binding.ts).

/** Every source, by the member of an application that declares it: `compiler/kinds/registry.ts` lists them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the list fills it in
export interface EventSources {}

export type EventSource = EventSources[keyof EventSources];

/**
 * What declares a source of events: a member of the application, and the member of `app.$adapters` that serves it. A
 * bundle holds those whose names the compiler gives with the code that it writes, beside `$on` and `$adapters`.
 */
export type AdapterName = keyof EventSources;
