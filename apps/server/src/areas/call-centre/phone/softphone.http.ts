import type { FastifyInstance } from 'fastify'

/** Where the specification has the desk phone's service. */
const SERVICE = 'http://127.0.0.1:3001'

/**
 * The worker in which the console talks JSONP to the desk phone's service, that is: runs whatever comes back from there.
 *
 * Its policy is its own and has two parts. `sandbox` gives it an opaque origin, so that a script from the service finds no
 * database, no storage and no worker of the console (a broadcast channel it does reach, in Chromium 156, if it knows the name:
 * the console's has one that cannot be guessed); `default-src 'none'` with one source of scripts lets it load from the service and
 * connect to nothing else. The console's own policy stays without that source. A worker and not a frame, as seen in
 * Chromium 156: from a sandboxed frame a script request carries neither Referer nor Origin, and the service, which looks at
 * both, could not tell the console from any other page. From this worker it carries `Referer: <origin of the console>/`
 * (by the referrer policy below), `Sec-Fetch-Site: cross-site`, `-Mode: no-cors`, `-Dest: script`, no Origin and no cookie.
 * Loading is synchronous here, so the page keeps one worker for the long poll and others for commands, and ends one that hangs.
 */
const WORKER = `'use strict'
self.onmessage = (event) => {
  let answer
  self.answered = (given) => { answer = given }
  try {
    importScripts(event.data)
    postMessage({ answer })
  } catch {
    postMessage({ failed: true })
  }
}
`

export function softphoneRoutes(app: FastifyInstance): void {
  app.get('/softphone/jsonp-worker.js', (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', `sandbox allow-scripts; default-src 'none'; script-src ${SERVICE}; connect-src 'none'`)
      .header('referrer-policy', 'origin')
      .header('x-content-type-options', 'nosniff')
      .send(WORKER),
  )
}
