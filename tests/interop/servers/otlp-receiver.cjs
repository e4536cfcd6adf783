// SPDX-License-Identifier: GPL-3.0-or-later
//
// otlp-receiver.cjs NODE_MODULES: takes OTLP/JSON over HTTP at the port that it prints, and holds it against the schema of
// opentelemetry-proto, in the form in which OpenTelemetry's own package has it. A member that the schema does not know, a
// value of another type, and a spelling that the encoding does not have are refused with 400.
const assert = require('node:assert')
const http = require('node:http')
const path = require('node:path')

const { opentelemetry: { proto } } = require(path.join(process.argv[2], '@opentelemetry/otlp-transformer/build/src/generated/root.js'))

const requests = {
  '/v1/traces': proto.collector.trace.v1.ExportTraceServiceRequest,
  '/v1/metrics': proto.collector.metrics.v1.ExportMetricsServiceRequest,
}
const ids = { traceId: 16, spanId: 8, parentSpanId: 8 }

// What the encoding of OTLP has different from that of Protocol Buffers: ids in hexadecimal.
function withBase64 (key, value) {
  if (!(key in ids)) return value
  assert.match(value, new RegExp(`^[0-9a-f]{${2 * ids[key]}}$`), key)
  assert.doesNotMatch(value, /^0+$/, key)
  return Buffer.from(value, 'hex').toString('base64')
}

// Read by the schema and written again, it has to be the same: what is not known would be gone.
function check (request, body) {
  const object = JSON.parse(body, withBase64)
  const message = request.decode(request.encode(request.fromObject(object)).finish())
  const again = request.toObject(message, { longs: String, bytes: String, enums: Number, json: true })
  assert.deepStrictEqual(JSON.parse(JSON.stringify(again)), object)
  return (object.resourceSpans ?? object.resourceMetrics)
    .flatMap(resource => resource.scopeSpans ?? resource.scopeMetrics)
    .reduce((n, scope) => n + (scope.spans ?? scope.metrics).length, 0)
}

const server = http.createServer((request, response) => {
  const pieces = []
  request.on('data', piece => pieces.push(piece))
  request.on('end', () => {
    try {
      assert.equal(request.headers['content-type'], 'application/json')
      const body = Buffer.concat(pieces).toString()
      const n = check(requests[request.url], body)
      console.log(`${request.url} ${n}`)
      if (body.includes('"positive":')) console.log('buckets 1')
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    } catch (error) {
      console.log(`wrong ${request.url} ${JSON.stringify(error.message)}`)
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ message: error.message }))
    }
  })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
