// Ready-made middleware for common needs: `framework/middleware`. Each one is a function call, so that it can take options.
export { bodyLog } from './middleware.js';
export { cacheControl } from './middleware.js';
export { requestId } from './middleware.js';
export { securityHeaders } from './middleware.js';
export { serverTiming } from './middleware.js';
