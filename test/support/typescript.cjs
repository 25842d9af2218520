// The module that tests import as `typescript` (vitest.config.ts). When importing the package, Node.js reads its nine megabytes
// twice more than when requiring it: for its format, and for its exports.
module.exports = require('typescript');
