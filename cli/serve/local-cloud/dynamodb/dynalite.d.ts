// What is used of dynalite 4.0.0 (github.com/architect/dynalite): what it checks and says of a request, its parsers of expressions,
// and its order of keys. Its store, its server and its actions are not used.

declare module 'dynalite/validations/*.js' {
  const check: { readonly types: object; readonly custom: object };
  export default check;
}

declare module 'dynalite/validations/index.js' {
  const validations: {
    /** A copy with the members of the types only. */
    readonly checkTypes: (data: object, types: object) => object;
    /** Adds `_condition`, `_updates`, `_filter` and `_projection`, which it has parsed; writes numbers in one way. */
    readonly checkValidations: (
      ...request: [
        data: object,
        types: object,
        custom: object,
        store: { readonly options: { readonly maxItemSize: number } },
      ]
    ) => void;
    /** What is wrong with a value; writes its numbers in one way. */
    readonly validateAttributeValue: (value: object) => string | undefined;
  };
  export default validations;
}

declare module 'dynalite/db/index.js' {
  type Problem = Error | null | undefined;
  type Schema = readonly object[];
  const db: {
    readonly validateKey: (key: object, table: object, schema?: Schema) => Problem;
    readonly validateItem: (item: object, table: object) => Problem;
    readonly validateUpdates: (updates: unknown, parsed: unknown, table: object) => Problem;
    readonly validateKeyPaths: (paths: unknown, table: object) => Problem;
    /** Text that sorts as DynamoDB does; its first six digits are the hash of the partition key. */
    readonly createKey: (item: object, table: object, schema?: Schema) => string;
    readonly matchesFilter: (item: object, filter: object, operator: unknown) => boolean;
    readonly mapPaths: (paths: readonly unknown[], item: object) => object;
  };
  export default db;
}
