// Secrets and parameters: where a stage keeps them, and the variables that say so (docs/guide/secrets.md).

/** A secret is kept encrypted (`SecureString`), a parameter as plain text (`String`). */
export type ParameterKind = 'secret' | 'parameter';

export const PARAMETER_KINDS: readonly ParameterKind[] = ['secret', 'parameter'];

/**
 * The variable of a deployed function that holds the {@link parameterPath} of its stage. A deploy sets it where the application
 * has secrets or parameters. Without it they are read from the environment.
 */
export const PATH_VARIABLE = 'FRAMEWORK_PARAMETERS';

/** What the names of a stage's parameters begin with in Systems Manager. */
export function parameterPath(app: string, stage: string): string {
  return `/${app}/${stage}/`;
}

/** The environment variable that holds a value on a developer's machine: `STRIPE_KEY` for `stripe-key`. */
export function variableOf(name: string): string {
  return name.replace(/^(?=\d)|[^A-Za-z0-9]/g, '_').toUpperCase();
}
