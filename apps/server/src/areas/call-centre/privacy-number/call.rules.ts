import * as z from 'zod'

const text = z.coerce.string().default('')
/** What is known of one call by a push; times are of the moment itself, whichever order pushes come in. */
export interface CallNews {
  session: string
  subscription: string
  number: string
  caller: string
  startedAt?: Date
  ringingAt?: Date
  answeredAt?: Date
  endedAt?: Date
  endCode?: string
  /** Told with the record of a call that was recorded. */
  recording?: { domain: string; name: string }
}

const event = z.object({
  eventType: z.string(),
  statusInfo: z.object({
    sessionId: z.string().min(1).max(300),
    timestamp: text,
    caller: text,
    called: text,
    stateCode: text,
    subscriptionId: text,
  }),
})
const fee = z.object({
  eventType: z.literal('fee'),
  feeLst: z
    .array(
      z.object({
        sessionId: z.string().min(1).max(300),
        subscriptionId: text,
        bindNum: text,
        callerNum: text,
        callInTime: text,
        fwdAlertingTime: text,
        fwdAnswerTime: text,
        callEndTime: text,
        failTime: text,
        ulFailReason: text,
        recordFlag: z.coerce.number().default(0),
        recordDomain: text,
        recordObjectName: text,
      }),
    )
    .max(50),
})

/** Says its times in UTC, as `yyyy-MM-dd HH:mm:ss`. */
function momentOf(said: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(said)) return undefined
  const at = new Date(`${said.replace(' ', 'T')}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
const plain = (phone: string) => phone.replace(/^\+86/, '').replace(/^\+/, '')
const given = <K extends string, V>(key: K, value: V | undefined) => (value === undefined ? {} : ({ [key]: value } as Record<K, V>))

const MOMENT: Record<string, 'startedAt' | 'ringingAt' | 'answeredAt' | 'endedAt'> = {
  callin: 'startedAt',
  alerting: 'ringingAt',
  answer: 'answeredAt',
  disconnect: 'endedAt',
}
/** A shorter call leaves no recording, whatever is said of it. */
const LEAST_RECORDED_MS = 3_000

/** What a push says of calls; null where it is none that we know. What we do not use of it is no fault. */
export function newsOfPush(body: unknown): CallNews[] | null {
  const record = fee.safeParse(body)
  if (record.success)
    return record.data.feeLst.map((one) => {
      const [answered, ended] = [momentOf(one.fwdAnswerTime), momentOf(one.callEndTime) ?? momentOf(one.failTime)]
      const spoken = answered && ended ? ended.getTime() - answered.getTime() : 0
      return {
        session: one.sessionId,
        subscription: one.subscriptionId,
        number: plain(one.bindNum),
        caller: plain(one.callerNum),
        ...given('startedAt', momentOf(one.callInTime)),
        ...given('ringingAt', momentOf(one.fwdAlertingTime)),
        ...given('answeredAt', answered),
        ...given('endedAt', ended),
        ...given('endCode', one.ulFailReason && one.ulFailReason !== '0' ? one.ulFailReason : undefined),
        ...(one.recordFlag === 1 &&
          one.recordDomain &&
          one.recordObjectName &&
          spoken >= LEAST_RECORDED_MS && { recording: { domain: one.recordDomain, name: one.recordObjectName } }),
      }
    })
  const status = event.safeParse(body)
  if (!status.success) return null
  const { eventType, statusInfo } = status.data
  const moment = MOMENT[eventType]
  if (!moment) return []
  const at = momentOf(statusInfo.timestamp)
  return [
    {
      session: statusInfo.sessionId,
      subscription: statusInfo.subscriptionId,
      // Who rang and whom: of later events the caller is the number itself.
      number: '',
      caller: eventType === 'callin' ? plain(statusInfo.caller) : '',
      ...(at && { [moment]: at }),
      ...(eventType === 'disconnect' && statusInfo.stateCode !== '0' && { endCode: statusInfo.stateCode }),
    },
  ]
}

const FIRST_S = 5
const HOUR_S = 3_600
/** The file comes to the provider's store some time after its record; later it is there, or never. */
export const recordingAgainS = (tries: number): number => Math.min(HOUR_S, FIRST_S * 2 ** Math.min(tries, 10))
/** Then the provider removes it. */
export const RECORDING_DAYS = 7
