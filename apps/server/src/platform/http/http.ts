import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { isIP, type Socket } from 'node:net'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { isDatabaseGone, isDiskFull } from '../database/db.ts'
import { acceptMultipart } from './multipart.ts'

/** 1 MiB: no call of this wire needs more in a plain body; uploads have their own limit. */
const BODY_LIMIT = 1_048_576
/** Whoever has not sent their whole request within this is not waited for; a photograph over a bad line takes a minute. */
const REQUEST_MS = 120_000

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  // The wave of a recording is drawn from its bytes, which are then played.
  "media-src 'self' blob:",
  // The map draws in a worker made from a blob; components put their styles inline.
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self' data:",
  "connect-src 'self' https: http://127.0.0.1:3001 ws://127.0.0.1:*",
  "frame-src 'self' https: http:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join(';')

/** The address of whoever sent a request. What a trusted proxy passes on that is no address stands for nobody: then it is the proxy's. */
export const callerAddress = (request: FastifyRequest): string => (isIP(request.ip) > 0 ? request.ip : (request.socket.remoteAddress ?? ''))

/** The bare server: parsers, headers, request id, and how faults are answered. Routes are put on it by `bindRoutes`. */
export async function buildHttp(options: { logger: Logger; trustedProxies: readonly string[] }): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    // An address that is none is answered as every other fault of a caller's.
    frameworkErrors: (error, request, reply) => answerFault(error, request as FastifyRequest, reply as unknown as FastifyReply),
    clientErrorHandler: answerUnread,
    // Only ids that are safe to store and print are taken over.
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w.:-]{8,100}$/.test(given) ? given : randomUUID()
    },
    // Who stops it first lets everybody go, see `drain.ts`: what still comes in is answered, nothing is cut.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  await app.register(helmet, {
    // Said below: the library would put its text together anew for every answer, a twentieth of what a driver's position costs.
    contentSecurityPolicy: false,
    // Said below, when the caller is known to have come over TLS.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  // On the answer itself, as the library does: a stream writes its own head and would leave out what Fastify was told.
  app.addHook('onRequest', async (_request, reply) => void reply.raw.setHeader('content-security-policy', CONTENT_SECURITY_POLICY))
  await app.register(formbody, { bodyLimit: BODY_LIMIT })
  await acceptMultipart(app)
  await app.register(compress, { threshold: 2048, encodings: ['gzip', 'deflate'] })

  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    if (request.protocol === 'https') void reply.header('strict-transport-security', 'max-age=31536000')
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
  app.setErrorHandler(answerFault)
  app.setNotFoundHandler((request, reply) => {
    const message = `请求地址出错: ${request.url.split('?')[0]}`
    return reply.status(404).send({ code: 404, message, msg: message, data: null })
  })
  return app
}

function answerFault(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const status =
    error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : isDatabaseGone(error) ? 503 : 500
  if (status >= 500) request.log.error({ err: error, requestId: request.id, url: request.routeOptions.url }, 'request failed')
  const message = isDiskFull(error) ? DISK_FULL : (MESSAGES[status] ?? '请求错误')
  return reply.status(status).send({ code: status, message, msg: message, data: status >= 500 ? { requestId: request.id } : null })
}

/** What is no request, or comes with more of a head than is read, is answered in the envelope too; then the line is closed. */
function answerUnread(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const message = MESSAGES[status]!
  const body = JSON.stringify({ code: status, message, msg: message, data: null })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`)
}

const DISK_FULL = '服务不可用：存储空间已满，本次操作没有保存，请联系管理员'
const MESSAGES: Record<number, string> = {
  400: '请求错误',
  404: '请求地址出错',
  408: '请求超时',
  413: '请求内容过大',
  415: '请求错误',
  431: '请求头过大',
  500: '服务器内部错误',
  503: '服务不可用',
}
