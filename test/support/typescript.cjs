// What tests import as `typescript` (vitest.config.ts). To import the package, Node.js reads its nine megabytes twice more than to
// require it: for its format, and for its exports.
module.exports = require('typescript');
