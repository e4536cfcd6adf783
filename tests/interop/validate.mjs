// SPDX-License-Identifier: GPL-3.0-or-later
//
// validate.mjs NODE-MODULES SCHEMA FILES…: whether JSON files are of a schema, by ajv.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [modules, schema, ...files] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const Ajv = require('ajv').default;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
require('ajv-formats').default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));

let status = 0;
for (const file of files) {
  if (validate(JSON.parse(readFileSync(file, 'utf8')))) continue;
  console.log(`${file}: ${JSON.stringify(validate.errors, null, 2)}`);
  status = 1;
}
process.exit(status);
