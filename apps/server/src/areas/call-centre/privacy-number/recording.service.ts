import { cityKeepsNoSound, storeBody, storePrivacySound } from '../recording/index.ts'
import { pairFailureOf, providerOfTenant } from '../number-provider/index.ts'
import { emitEvent } from '#platform/database/events'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import { orderNews } from './binding.queries.ts'
import { claimRecordings, lockCall, setRecording, type WaitingRecording } from './call.queries.ts'
import { RECORDING_DAYS, recordingAgainS } from './call.rules.ts'

const CLAIM_S = 120
const LIMIT = 20
const AT_ONCE = 4
type Fetching = Pick<Platform, 'db' | 'vault' | 'settings' | 'providers' | 'files'>

/** Fetches what was recorded and keeps it with the order: the provider removes it after seven days. */
export const fetchRecordings = (platform: Fetching): Promise<number> =>
  eachDue(
    {
      read: () => claimRecordings(platform.db, RECORDING_DAYS, CLAIM_S, LIMIT),
      idOf: ({ call_id }) => call_id,
      limit: LIMIT,
      atOnce: AT_ONCE,
    },
    (call) => fetchOne(platform, call),
  )

async function fetchOne(platform: Fetching, call: WaitingRecording): Promise<void> {
  if (await isUnwanted(platform, call)) return
  const active = await providerOfTenant(platform, call.tenant_id)
  if (!active) return notNow(platform, call, 'NO_PROVIDER')
  let sound: Awaited<ReturnType<typeof storeBody>>
  try {
    const address = await active.pairs.recordingAt({ domain: call.record_domain, name: call.record_name })
    sound = await storeBody(platform.files, call.tenant_id, await active.pairs.fetch(address))
  } catch (error) {
    return notNow(platform, call, pairFailureOf(error).failure)
  }
  if (!sound) return notNow(platform, call, 'BAD_REQUEST')
  const { file, seconds } = sound
  await platform.db.write(wholeTenant(call.tenant_id), async (tx) => {
    const now = await lockCall(tx, call.call_id)
    if (now?.record_state !== 'WAITING') return
    const soundId = await storePrivacySound(tx, now, { file, seconds }, platform, new Date())
    await setRecording(tx, call.call_id, { record_state: 'STORED', sound_id: soundId, record_next_at: null, record_failure: '' })
    await emitEvent(tx, await orderNews(tx, now.order_id, 'privacyNumber.recording'))
  })
}

/** A city that keeps no recordings has none fetched of calls that began meanwhile. */
const isUnwanted = ({ db }: Fetching, { tenant_id, call_id }: WaitingRecording): Promise<boolean> =>
  db.write(wholeTenant(tenant_id), async (tx) => {
    const call = await lockCall(tx, call_id)
    if (!call || !(await cityKeepsNoSound(tx, call.city_id, call.answered_at ?? call.started_at ?? call.created_at))) return false
    await setRecording(tx, call_id, { record_state: 'NONE', record_next_at: null, record_failure: '' })
    return true
  })

const notNow = ({ db }: Fetching, { tenant_id, call_id, record_tries, over }: WaitingRecording, failure: string): Promise<void> =>
  db.write(wholeTenant(tenant_id), async (tx) => {
    await setRecording(tx, call_id, {
      ...(over && { record_state: 'MISSING' as const }),
      record_next_at: over ? null : new Date(Date.now() + recordingAgainS(record_tries) * 1_000),
      record_failure: failure,
    })
  })
