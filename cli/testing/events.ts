// `events`: what AWS services send to lambda functions.
export const events = {};
