// A route as a plan speaks of it: enough to say what changes for the callers of the API.

export type RouteSummary = {
  readonly path: string;
  readonly method: string;
  readonly apiKeyRequired: boolean;
  /** `IAM`, or the name of the authorizer; null without one. */
  readonly authorizer: string | null;
  /** What the authorizer is, for example its user pools; differs whenever other requests may pass. */
  readonly authorizerFacts?: string;
  readonly hasCors: boolean;
  /** The headers that a preflight is answered with. */
  readonly corsHeaders?: Readonly<Record<string, string>>;
  /** Undefined when only the cloud knows the route: it does not keep them. */
  readonly contentTypes?: readonly string[];
};
