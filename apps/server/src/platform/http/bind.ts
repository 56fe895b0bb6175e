import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '@chauffeur/contract/kernel/call'
import { CODE, type Envelope, type FieldProblem, type Refusal } from '@chauffeur/contract/kernel/envelope'
import { signatureFaults } from '@chauffeur/contract/kernel/partner'
import { allRefusals } from '@chauffeur/contract/all'
import { type PlatformDb, type TenantDb, type TenantTx, withCaller } from '../database/db.ts'
import { emitEvent, type EventInput } from '../database/events.ts'
import { APP_ID_HEADER, APP_VERSION_HEADER } from '@chauffeur/contract/kernel/app-client'
import type { CallLimiter } from '../process/call-limits.ts'
import { claimKey, keepAnswer } from './idempotency.ts'
import { callerAddress } from './http.ts'
import { type Audit, type BoundRoute, type Platform, refuse, Refused } from './implement.ts'
import { TooWide } from '../list/growing.ts'
import { Busy } from '../values/turns.ts'
import { maskAnswer } from '../identity/mask.ts'
import { multipartInput } from './multipart.ts'
import { operationLog, writeOperationLog } from './operation-log.ts'
import { COUNT_LIMIT, isTooDeep } from '../list/page.ts'
import { type Scope, wholeTenant } from '../database/scope.ts'
import { appClientOf } from '../identity/driver-apps.ts'
import type { Partners, PartnerSession } from '../identity/partner.ts'
import {
  customerActor,
  driverActor,
  type DriverSession,
  operatorActor,
  type OperatorSession,
  partnerActor,
  type Session,
  type Sessions,
} from '../identity/session.ts'
import { ShapedJson } from '../list/shaped-json.ts'

const SENTENCES = {
  badInput: { zh: '请求错误', en: 'Bad request' },
  tooDeep: {
    zh: `最多翻到第 ${COUNT_LIMIT.toLocaleString('en')} 条，请用筛选条件或日期缩小范围`,
    en: `Only the first ${COUNT_LIMIT.toLocaleString('en')} rows can be paged through, narrow the filters or the dates`,
  },
  tooWide: {
    zh: '符合条件的范围过大，请选择更短的日期（一周以内即可），或增加其他筛选条件',
    en: 'There is too much to look through: choose fewer days (within a week will do), or narrow it by other filters',
  },
  notSignedIn: { zh: '登录信息失效,请重新登录', en: 'Your sign-in is no longer valid, please sign in again' },
  forbidden: { zh: '权限不足,无法访问此页面,请联系管理员', en: 'You do not have the rights for this page, please ask your administrator' },
  otherBody: { zh: '同一请求编号的内容不一致，请刷新后重试', en: 'This request number was used with other content, reload and try again' },
  keyMissing: { zh: '请求头须带 Idempotency-Key，重发时保持不变', en: 'this header is required, the same when it is sent again' },
  tooOften: { zh: '操作过于频繁，请稍后再试', en: 'Too many requests, try again shortly' },
  busy: { zh: '当前操作人数过多，请稍后再试', en: 'Too many people at once, try again in a moment' },
  noFields: { zh: '请求内容应为 JSON 对象或表单', en: 'the body must be a JSON object or a form' },
  fault: { zh: '服务器内部错误', en: 'Internal server error' },
}
type Sentence = keyof typeof SENTENCES

interface Made {
  platform: Platform
  sessions: Sessions
  partners: Partners
  limits: CallLimiter
  /** Asked of a driver whose app may not be used any more, or who has to agree to something: whether an order is in hand, which is finished first. Without one they go off duty. */
  finishesTrip: (driver: DriverSession) => Promise<boolean>
}

/** Puts every call of the contract on the wire: session → authority → input → scope → handler → shaped answer → commit. */
export function bindRoutes(app: FastifyInstance, routes: readonly BoundRoute[], made: Made): void {
  const [partners, others] = [true, false].map((partner) => routes.filter(({ call }) => (call.access === 'partner') === partner))
  putOn(app, others!, made)
  void app.register(async (door) => {
    // A signature is over the bytes of a body: nothing is read of them before it is known to be right.
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: PARTNER_BODY_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    putOn(door, partners!, made)
  })
}

/** A list of a thousand grants has less. */
const PARTNER_BODY_BYTES = 262_144

function putOn(app: FastifyInstance, routes: readonly BoundRoute[], made: Made): void {
  const byPath = Map.groupBy(routes, (route) => route.call.path.split('?')[0]!)
  for (const [path, group] of byPath) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
    const verbs = new Set(group.flatMap(({ call }) => (call.anyVerb ? ['GET', 'POST'] : [call.method])))
    for (const method of verbs) {
      const candidates = group.filter(({ call }) => call.anyVerb || call.method === method)
      app.route({
        method,
        url,
        handler: async (request, reply) => {
          const route =
            candidates.length === 1
              ? candidates[0]
              : candidates.find(({ call }) => call.path.endsWith(`?method=${(request.query as { method?: string }).method}`))
          if (!route) return reply.callNotFound()
          const given = await counted(route, request, made)
          if (route.call.tagged && given.code === CODE.done) return sendTagged(request, reply, JSON.stringify(given))
          return given.data instanceof ShapedJson ? reply.type(JSON_TYPE).send(doneJson(given.data)) : given
        },
      })
    }
  }
}

const english = (request: FastifyRequest) => /^en\b/i.test(request.headers['accept-language'] ?? '')
const say = (request: FastifyRequest, what: Sentence) => SENTENCES[what][english(request) ? 'en' : 'zh']
const envelope = (code: number, message: string, data: unknown = null, error?: string): Envelope<unknown> => ({
  code,
  ...(error && { error }),
  message,
  msg: message,
  data,
})
/** The answer to whoever shows no session that is good for what they ask. */
export const notSignedIn = (request: FastifyRequest): Envelope<unknown> => envelope(CODE.notSignedIn, say(request, 'notSignedIn'))
const done = (data: unknown): Envelope<unknown> => ({ code: 0, message: '', data })
const JSON_TYPE = 'application/json; charset=utf-8'
const doneJson = (data: ShapedJson<unknown>) => `${JSON.stringify(done(null)).slice(0, -'null}'.length)}${data.text}}`

/** What a client has already is not sent again. Which app it is decides what it gets. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string) {
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 24)}"`
  void reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', `${APP_ID_HEADER}, ${APP_VERSION_HEADER}`)
  const has = (request.headers['if-none-match'] ?? '').split(',').some((one) => one.trim() === tag)
  return has ? reply.status(304).send() : reply.type(JSON_TYPE).send(body)
}

async function counted(route: BoundRoute, request: FastifyRequest, made: Made): Promise<Envelope<unknown>> {
  const started = performance.now()
  let code: number = CODE.fault
  try {
    const given = await answer(route, request, made)
    code = given.code
    return given
  } finally {
    made.platform.calls.count(route.name, code, performance.now() - started)
  }
}

/** Fields every request may carry besides the call's own. */
const inputOf = (request: FastifyRequest) => ({
  ...(request.query as object),
  ...(request.body as object | undefined),
  ...(request.params as object),
})

/** A body that is there and holds no fields. */
const isFieldless = ({ body }: FastifyRequest) =>
  body !== undefined && body !== '' && (typeof body !== 'object' || body === null || Array.isArray(body))
const isGiven = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined)

/** A refusal that any call may answer. */
export function refusalOf(name: string, request: FastifyRequest, detail: unknown = null): Envelope<unknown> {
  const refusal = allRefusals[name]
  if (!refusal) throw new Error(`No refusal is declared under ${name}`)
  return envelope(refusal.code, refusal[english(request) ? 'en' : 'zh'], detail, name)
}

/** Whose token a call takes. */
const kindFor = ({ access }: Call): Session['kind'] => (access === 'driver' ? 'DRIVER' : access === 'customer' ? 'CUSTOMER' : 'OPERATOR')

const PENDING = {
  PASSWORD: 'session.mustChangePassword',
  AUTHENTICATOR: 'session.mustBindAuthenticator',
  AGREEMENT: 'privacy.mustAgree',
} as const
/** The answer to an operator who has to do something else first; null for who may go on. */
export const pendingRefusal = ({ pending }: OperatorSession, request: FastifyRequest): Envelope<unknown> | null =>
  pending && refusalOf(PENDING[pending], request)

async function answer(
  { name, call, handle }: BoundRoute,
  request: FastifyRequest,
  { platform, sessions, partners, limits, finishesTrip }: Made,
): Promise<Envelope<unknown>> {
  const started = performance.now()
  let session: Session | PartnerSession | null = null
  let afterTrip = async () => {}
  if (call.access === 'partner') {
    const found = await partners.find(wireRequest(request))
    if (typeof found === 'string')
      return envelope(
        CODE.notSignedIn,
        signatureFaults[found][english(request) ? 'en' : 'zh'],
        { serverTime: Math.floor(Date.now() / 1_000) },
        found,
      )
    session = found
    request.body = jsonOf(request)
  } else if (call.access !== 'public') {
    const token = tokenOf(request)
    session = token ? await sessions.find(token, request.headers['x-background'] === '1') : null
    if (!session || session.kind !== kindFor(call)) return notSignedIn(request)
  }
  if (session) {
    const isOpen = session.kind === 'OPERATOR' && session.pending === 'AGREEMENT' ? call.beforeAgreement : call.beforeSetup
    const waits = session.kind === 'OPERATOR' && !isOpen ? pendingRefusal(session, request) : null
    if (waits) return waits
    const retryAfterS = await limits.waitS(call, session)
    if (retryAfterS > 0)
      return session.kind === 'DRIVER'
        ? refusalOf('driver.tooOften', request, { retryAfterS })
        : envelope(CODE.tooOften, say(request, 'tooOften'), { retryAfterS })
    if (session.kind === 'DRIVER') {
      const driver = session
      const against = await platform.driverApps.refusal(driver.tenantId, appClientOf(request.headers))
      if (against && !((await finishesTrip(driver)) && call.ofTrip)) return refusalOf(against.failure, request, against.detail)
      // This may have been the last step of the trip: nothing new is offered then.
      if (driver.mustAgree && !against && !call.beforeAgreement && !((await finishesTrip(driver)) && call.ofTrip))
        return refusalOf('driver.mustAgree', request)
      const isLast = against !== null || driver.mustAgree
      if (isLast && call.effect === 'write' && !call.unlogged && !call.beforeAgreement)
        afterTrip = async () => void (await finishesTrip(driver))
    }
    if (session.kind === 'CUSTOMER' && session.mustAgree && !call.beforeAgreement) return refusalOf('customer.mustAgree', request)
    const asked = typeof call.access === 'object' ? call.access.authority : null
    if (session.kind === 'OPERATOR' && ((asked && !session.authorities.has(asked)) || (call.crossTenant && !session.platformAdmin)))
      return envelope(CODE.forbidden, say(request, 'forbidden'))
  }
  const scope: Scope | null =
    session && (session.kind === 'DRIVER' || session.kind === 'CUSTOMER' ? wholeTenant(session.tenantId) : session.scope)
  if (call.everyChannel && scope?.channel !== '*') return envelope(CODE.forbidden, say(request, 'forbidden'))
  if (isFieldless(request))
    return envelope(CODE.badInput, say(request, 'badInput'), { fields: [{ path: '', message: say(request, 'noFields') }] })
  const parsed = call.input.safeParse(
    call.body === 'multipart' ? { ...inputOf(request), ...(await multipartInput(request, session?.sessionId ?? '')) } : inputOf(request),
  )
  if (!parsed.success) return envelope(CODE.badInput, say(request, 'badInput'), { fields: problems(parsed.error.issues, english(request)) })
  if (isTooDeep(parsed.data))
    return envelope(CODE.badInput, say(request, 'tooDeep'), { fields: [{ path: 'pageNo', message: say(request, 'tooDeep') }] })

  if (scope?.phones === 'MASKED' && call.byPhone?.some((field) => isGiven((parsed.data as Record<string, unknown>)[field])))
    return refusalOf('phone.hidden', request)

  const key = call.once ? (request.headers['idempotency-key'] as string | undefined) : undefined
  if (call.once === 'required' && !key)
    return envelope(CODE.badInput, say(request, 'badInput'), { fields: [{ path: 'Idempotency-Key', message: say(request, 'keyMissing') }] })

  const audits: Audit[] = []
  const common = {
    input: parsed.data,
    fail: refuse,
    audit: (entry: Audit) => void audits.push(entry),
    request: {
      id: request.id,
      ip: callerAddress(request),
      userAgent: request.headers['user-agent'] ?? '',
      host: request.host,
      origin: `${request.protocol}://${request.host}`,
      english: english(request),
      client: appClientOf(request.headers),
    },
    platform,
  }
  const who =
    session?.kind === 'OPERATOR'
      ? { operator: session }
      : session?.kind === 'PARTNER'
        ? { partner: session }
        : session?.kind === 'CUSTOMER'
          ? { customer: session }
          : { driver: session }
  const run = (context: object) => handle(context as never)
  // Shaped before the commit: an answer that does not fit its schema rolls the work back.
  const shaped = async (given: unknown) => {
    const data = await given
    return data instanceof ShapedJson ? data : call.output.parse(data)
  }
  /** As the caller may see it. An answer kept under a key is kept whole: their authorities may be others when they ask again. */
  const seen = (data: unknown): unknown => {
    if (scope?.phones !== 'MASKED') return data
    if (!(data instanceof ShapedJson)) return maskAnswer(data, call.wholePhones)
    return new ShapedJson(JSON.stringify(maskAnswer(JSON.parse(data.text), call.wholePhones)))
  }
  const claim = session && key ? { tenantId: session.tenantId, actor: keyHolder(session), key: key.slice(0, 200) } : undefined
  const earlierAnswer = async (tx: TenantTx | PlatformDb) => {
    const earlier = claim && (await claimKey(tx, { ...claim, call: name, body: parsed.data }))
    return earlier === 'other' ? { other: true as const } : earlier ? { data: earlier.answer } : null
  }
  const log = (code: number) => logEntry(name, call, session, request, parsed.data, audits, code, started)

  try {
    if (!scope) return done(await shaped(run(common)))
    if (call.crossTenant) {
      const result = await platform.db.acrossTenants(async (tx: PlatformDb) => {
        const earlier = await earlierAnswer(tx)
        if (earlier) return earlier
        const data = await shaped(run({ ...common, ...who, scope, db: tx }))
        if (claim) await keepAnswer(tx, claim, data).execute()
        if (call.effect === 'write') await writeOperationLog(tx, log(0))
        return { data }
      })
      return 'other' in result ? envelope(CODE.conflict, say(request, 'otherBody')) : done(seen(result.data))
    }
    if (call.effect === 'read') {
      const forCaller = async (phone: string): Promise<TenantDb> => platform.db.reader(scope, phone)
      return done(seen(await shaped(run({ ...common, ...who, scope, db: platform.db.reader(scope), forCaller }))))
    }
    const result = await platform.db.write(scope, async (tx: TenantTx, last) => {
      const earlier = await earlierAnswer(tx)
      if (earlier) return earlier
      const forCaller = async (phone: string): Promise<TenantDb> => {
        await withCaller(tx, phone)
        return tx
      }
      const emit = (event: EventInput) => emitEvent(tx, event)
      const data = await shaped(run({ ...common, ...who, scope, db: tx, forCaller, emit }))
      const kept = claim && keepAnswer(tx, claim, data)
      if (!call.unlogged) last(operationLog(tx, log(0), kept))
      else if (kept) last(kept)
      return { data }
    })
    if ('other' in result) return envelope(CODE.conflict, say(request, 'otherBody'))
    await afterTrip().catch((error: unknown) => platform.reportFault('a driver of an app that is off stays on duty', error))
    platform.poke()
    return done(seen(result.data))
  } catch (error) {
    if (error instanceof Busy) return envelope(CODE.tooOften, say(request, 'busy'), { retryAfterS: error.retryAfterS })
    if (error instanceof TooWide)
      return envelope(CODE.badInput, say(request, 'tooWide'), { fields: [{ path: error.field, message: say(request, 'tooWide') }] })
    if (isBeyondScope(error)) return envelope(CODE.forbidden, say(request, 'forbidden'))
    if (!(error instanceof Refused)) throw error
    const refusal = allRefusals[error.failure]
    if (!refusal) throw new Error(`No refusal is declared under ${error.failure}`, { cause: error })
    if (scope && call.effect === 'write' && !call.unlogged)
      await platform.db.write(wholeTenant(scope.tenantId), (tx) => writeOperationLog(tx, log(refusal.code)))
    const detail: unknown = typeof error.detail === 'function' ? await (error.detail as () => Promise<unknown>)() : error.detail
    const message = refusal[english(request) ? 'en' : 'zh']
    return envelope(refusal.code, message, seen(atField(call, refusal, message, detail ?? null)), error.failure)
  }
}

/** A refusal about one field of what was sent names it, as bad input does. */
function atField({ input }: Call, { field }: Refusal, message: string, detail: unknown): unknown {
  if (field === undefined || !('shape' in input) || !(field in (input.shape as object))) return detail
  const problem: FieldProblem = { path: field, message }
  return { ...(detail as object | null), fields: [problem] }
}

/** PostgreSQL's own refusal of a row that would lie outside the writer's scope: no handler said it first, and nothing was written. */
const isBeyondScope = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501' && error.message.includes('row-level security')

export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.token
  if (typeof header === 'string' && header !== '') return header
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** A message of the contract reads `中文 | English`; the schema library's own are replaced by a plain sentence. */
function problems(issues: readonly { path: readonly PropertyKey[]; message: string; code: string }[], inEnglish: boolean): FieldProblem[] {
  return issues.slice(0, 20).map((issue) => {
    const [zh, en] = issue.message.split(' | ')
    const message = en ? (inEnglish ? en : zh!) : inEnglish ? issue.message : (PLAIN[issue.code] ?? '格式不正确')
    return { path: issue.path.map(String).join('.'), message }
  })
}
const PLAIN: Record<string, string> = {
  too_big: '超出允许的最大值或长度',
  too_small: '低于允许的最小值或长度',
  invalid_type: '缺少该项或类型不正确',
  invalid_value: '不在可选范围内',
  invalid_format: '格式不正确',
}

function logEntry(
  name: string,
  call: Call,
  session: Session | PartnerSession | null,
  request: FastifyRequest,
  input: unknown,
  audits: readonly Audit[],
  code: number,
  started: number,
) {
  return {
    tenantId: session!.tenantId,
    actor: actorOf(session!),
    ip: callerAddress(request),
    call: name,
    summary: call.summary,
    input,
    audits,
    code,
    requestId: request.id,
    durationMs: performance.now() - started,
  }
}
/** Whose an `Idempotency-Key` is: of a partner its channel's, whichever of its keys signs. */
function keyHolder(session: Session | PartnerSession): string {
  if (session.kind === 'PARTNER') return `channel:${session.channelId}`
  if (session.kind === 'CUSTOMER') return `customer:${session.customerId}`
  return session.kind === 'OPERATOR' ? `user:${session.userId}` : `driver:${session.driverId}`
}
function actorOf(session: Session | PartnerSession) {
  if (session.kind === 'PARTNER') return partnerActor(session)
  if (session.kind === 'CUSTOMER') return customerActor(session)
  return session.kind === 'OPERATOR' ? operatorActor(session) : driverActor(session)
}

const wireRequest = (request: FastifyRequest) => ({
  method: request.method,
  target: request.raw.url ?? '',
  authorization: request.headers.authorization,
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
})
/** The signed body; what is no JSON is no field either, and refused as such. */
function jsonOf({ body }: FastifyRequest): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return null
  }
}
