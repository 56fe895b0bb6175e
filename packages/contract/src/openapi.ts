import * as z from 'zod'
import { allRefusals, areas } from './all.ts'
import { APP_ID_HEADER, APP_VERSION_HEADER } from './kernel/app-client.ts'
import { dispatchCalls, OFFER_STREAM_PATH } from './areas/driver/app.ts'
import { LIVE_PATH, liveDrivers, liveOrder } from './areas/operations/live.ts'
import { webhookMessage, webhookTypeText } from './areas/partner/webhook.ts'
import type { Call } from './kernel/call.ts'
import { PARTNER_SCHEME, PARTNER_WINDOW_S, signatureFaults } from './kernel/partner.ts'

type Json = Record<string, unknown>

/**
 * JSON schema of what a caller sends or gets. A form's number arrives as text and is read as one, so the inner schema
 * of such a field is what is shown.
 */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const definition = zodSchema._zod.def as { type: string; in?: z.ZodType; out?: z.ZodType }
      if (io === 'input' && definition.type === 'pipe' && definition.in?._zod.def.type === 'transform' && definition.out)
        Object.assign(jsonSchema, schemaOf(definition.out, io))
    },
  }) as Json
  return made
}

const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'integer', description: '0 is done' },
    error: { type: 'string' },
    message: { type: 'string' },
    msg: { type: 'string' },
    data,
  },
})

/** By which a client of the driver's side says which app it is. */
const APP_HEADERS: Json[] = [
  {
    name: APP_ID_HEADER,
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: 'The app of the business; without it, its default app.',
  },
  {
    name: APP_VERSION_HEADER,
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: 'Such as 3.10.2; below the lowest version of the app every call is refused.',
  },
]

function operation(areaName: string, name: string, call: Call, method: string): Json {
  const input = schemaOf(call.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const inPath = new Set([...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
  const fields = Object.entries(input.properties ?? {}).filter(([field]) => !inPath.has(field))
  const required = new Set(input.required ?? [])
  const parameters: Json[] = [...inPath].map((field) => ({ name: field, in: 'path', required: true, schema: { type: 'string' } }))
  if (method === 'GET')
    for (const [field, schema] of fields) parameters.push({ name: field, in: 'query', required: required.has(field), schema })
  if (call.path.startsWith('/driver/v1/')) parameters.push(...APP_HEADERS)
  if (call.once)
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: call.once === 'required',
      schema: { type: 'string' },
      description: 'The same key and body gives the first answer again.',
    })
  const body = { type: 'object', properties: Object.fromEntries(fields), required: [...required].filter((field) => !inPath.has(field)) }
  const media =
    call.body === 'multipart'
      ? ['multipart/form-data']
      : call.body === 'json'
        ? ['application/json']
        : ['application/x-www-form-urlencoded', 'application/json']
  const access = typeof call.access === 'object' ? `authority ${call.access.authority}` : call.access
  return {
    operationId: `${areaName}.${name}${call.anyVerb ? `.${method.toLowerCase()}` : ''}`,
    tags: [areaName],
    summary: call.summary,
    description: [
      `Access: ${access}. Effect: ${call.effect}.`,
      ...call.failures.map((failure) => `- ${allRefusals[failure]?.code} \`${failure}\`: ${allRefusals[failure]?.zh}`),
    ].join('\n'),
    security: call.access === 'public' ? [] : [{ [call.access === 'partner' ? 'signature' : 'token']: [] }],
    parameters,
    ...(method === 'POST' && {
      requestBody: { required: required.size > 0, content: Object.fromEntries(media.map((type) => [type, { schema: body }])) },
    }),
    responses: {
      200: {
        description: 'Done, or a refusal with its code',
        content: { 'application/json': { schema: envelope(schemaOf(call.output, 'output')) } },
      },
    },
  }
}

/** What is read as a stream of events rather than called. */
const streams: { path: string; summary: string; access: string; query?: string; events: Record<string, z.ZodType> }[] = [
  {
    path: OFFER_STREAM_PATH,
    summary: '派单推送（SSE）',
    access: 'driver',
    events: { offers: dispatchCalls.offers.output },
  },
  {
    path: LIVE_PATH,
    summary: '实时变更（SSE）',
    access: 'signedIn',
    query: 'topics',
    events: { orders: liveOrder, drivers: liveDrivers },
  },
]

const streamOperation = ({ path, summary, access, query, events }: (typeof streams)[number]): Json => ({
  operationId: `stream${path.replaceAll(/\W+(\w)/g, (_, first: string) => first.toUpperCase())}`,
  tags: ['stream'],
  summary,
  description: `Access: ${access}. Server-sent events; the data of each is JSON.`,
  security: [{ token: [] }],
  parameters: query ? [{ name: query, in: 'query', required: true, schema: { type: 'string' } }] : [],
  responses: {
    200: {
      description: `Events: ${Object.keys(events).join(', ')}`,
      content: {
        'text/event-stream': { schema: { oneOf: Object.entries(events).map(([title, data]) => ({ title, ...schemaOf(data, 'output') })) } },
      },
    },
  },
})

function pathsOf(isTold: (call: Call) => boolean): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const [areaName, area] of Object.entries(areas)) {
    for (const [name, call] of Object.entries(area as Record<string, Call>)) {
      if (!isTold(call)) continue
      for (const method of call.anyVerb ? ['GET', 'POST'] : [call.method]) {
        paths[call.path] ??= {}
        paths[call.path]![method.toLowerCase()] = operation(areaName, name, call, method)
      }
    }
  }
  return paths
}

const ENVELOPE =
  'Envelope `{ code, message, data }`; `code` 0 is done. HTTP status 200 for everything a handler answered, refusals included.'
const SIGNATURE = {
  type: 'http',
  scheme: PARTNER_SCHEME,
  description: `\`Authorization: ${PARTNER_SCHEME} key=cpk_…,timestamp=…,nonce=…,signature=…\`: HMAC-SHA256 in lower-case hex, with the 32 bytes that the secret spells in base64, over five lines joined by \\n: method, path with query as sent, timestamp (seconds), nonce (16 to 64 of A-Z a-z 0-9 _ -), SHA-256 of the body's bytes in hex (of nothing where there is no body). A timestamp is good for ${PARTNER_WINDOW_S} seconds, a nonce once.`,
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
})
/** What is sent to a channel's callback addresses: of one form, whatever happened. */
const webhooks = (): Json =>
  Object.fromEntries(
    Object.entries(webhookTypeText).map(([type, zh]) => {
      const message = schemaOf(webhookMessage, 'output') as { properties: Record<string, Json> }
      const schema = { ...message, properties: { ...message.properties, type: { const: type } } }
      return [
        type,
        {
          post: {
            operationId: type,
            tags: ['webhook'],
            summary: zh,
            description:
              'Signed with the secrets of the good keys as Standard Webhooks has it. May come twice: know it by `webhook-id`. Messages about an order come one after the other; what is not taken is tried again for seven days.',
            parameters: [
              header('webhook-id', 'Of the event, the same at every address and each time.'),
              header('webhook-timestamp', 'When it was signed, in seconds; refuse one more than five minutes old.'),
              header(
                'webhook-signature',
                '`v1,` and HMAC-SHA256 in base64 over `<webhook-id>.<webhook-timestamp>.<body>`, one for each good key, separated by spaces.',
              ),
            ],
            requestBody: { required: true, content: { 'application/json': { schema } } },
            responses: { '2XX': { description: 'Taken. Anything else, or nothing within ten seconds, is tried again.' } },
          },
        },
      ]
    }),
  )

/** OpenAPI 3.1 of what a partner's programs may call, and nothing else. */
export const partnerApi = (): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Chauffeur partner API',
    version: '1.0.0',
    description: [
      ENVELOPE,
      SIGNATURE.description,
      'What was not taken as signed by the channel is answered with code 401 and one of:',
      ...Object.entries(signatureFaults).map(([name, { zh }]) => `- \`${name}\`: ${zh}`),
      'Code 42900: too many calls in a minute, `data.retryAfterS` says how long to wait.',
    ].join('\n'),
  },
  components: { securitySchemes: { signature: SIGNATURE } },
  paths: pathsOf(({ access }) => access === 'partner'),
  webhooks: webhooks(),
})

/** OpenAPI 3.1 of every declared call. */
export function openApi(): Json {
  const paths = pathsOf(() => true)
  for (const stream of streams) paths[stream.path] = { get: streamOperation(stream) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chauffeur operations platform',
      version: '1.0.0',
      description: ENVELOPE,
    },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' }, signature: SIGNATURE } },
    paths,
  }
}
