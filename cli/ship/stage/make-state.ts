// Creates a state from the functions of all resource types. A property is computed on first read, so that properties can depend
// on each other in any order of the types.

/** Functions that compute some properties of a state from the input. */
export type Makers<Input, State> = {
  readonly [Key in keyof State]?: (input: Input) => State[Key];
};

type Maker<Input> = ((input: Input) => unknown) | undefined;

/**
 * `lists` contains the functions of each resource type. Throws if two types compute the same property, or if a property depends
 * on itself; both are bugs.
 */
export function makeState<Input, State extends object>(
  lists: readonly Readonly<Record<string, Maker<Input>>>[],
  inputOf: (state: State) => Input,
): State {
  const state: object = {};
  const names: string[] = [];
  const begun = new Set<string>();
  for (const list of lists) {
    for (const [name, make] of Object.entries(list)) {
      if (!make) continue;
      checkNew(state, name);
      names.push(name);
      const get = (): unknown => {
        if (begun.has(name)) throw new Error(`${name} is made from itself`);
        begun.add(name);
        const value = make(input);
        define(state, name, { value, writable: true });
        return value;
      };
      define(state, name, { get });
    }
  }
  // Every registered type computes all properties that it declares, as registry.test.ts checks.
  const isWhole = (value: object): value is State => hasAll(value, names);
  if (!isWhole(state)) throw new Error('A property of the state is not made');
  const input = inputOf(state);
  for (const name of names) Reflect.get(state, name);
  return state;
}

export function mergeParts<State extends object>(parts: readonly Partial<State>[]): State {
  const state: object = {};
  for (const part of parts) {
    for (const name of Object.keys(part)) checkNew(state, name);
    Object.assign(state, part);
  }
  const isWhole = (value: object): value is State =>
    hasAll(
      value,
      parts.flatMap((part) => Object.keys(part)),
    );
  if (!isWhole(state)) throw new Error('A part of the state is missing');
  return state;
}

function checkNew(state: object, name: string): void {
  if (Object.hasOwn(state, name)) throw new Error(`Two resource types make ${name}`);
}

function define(state: object, name: string, property: PropertyDescriptor): void {
  Object.defineProperty(state, name, { configurable: true, enumerable: true, ...property });
}

function hasAll(state: object, names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(state, name));
}
