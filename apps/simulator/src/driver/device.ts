import { DEMO_DRIVER_CODE } from '@chauffeur/contract/demo'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import type { Point } from '../city/geo.ts'
import type { Stream } from '../random.ts'
import { createTracker, type Tracker } from './tracker.ts'
import { isRefusal, isSignedOut, type Offer, Refused, type SendOptions, Unreachable } from '../wire.ts'
import type { Tenant, World } from '../world.ts'

/** The account cannot be played: no such telephone, a code that is not taken, not qualified. */
export class GivesUp extends Error {
  override name = 'GivesUp'
}

/** One driver's telephone: the session, and the reports of where it is. */
export interface Device {
  tracker: Tracker
  ask: <C extends Call>(call: C, input: InputOf<C>, options?: SendOptions) => Promise<AnswerOf<C>>
  /** What the driver is asked, heard on a stream; none after so long. */
  awaitOffers: (waitMs: number) => Promise<Offer[]>
  /** Signs in unless that is done; the city of the driver. */
  signIn: () => Promise<string>
  /** As the platform knows the driver; empty before the first sign-in. */
  name: () => string
  signOut: () => Promise<void>
  /** The session is not worth keeping. */
  forget: () => void
  /** On duty the device reports where it is. */
  setOnDuty: (onDuty: boolean) => void
  /** Delivers every fix up to now; done when the server has them or cannot be reached. */
  report: () => Promise<void>
}

const wrongCodesTaken = 2
/** Fixes in one report of a moving driver. */
const samples = 2

export function createDevice(world: World, tenant: Tenant, phone: string, random: Stream): Device {
  const { wire, scheduler, stats } = world
  const tracker = createTracker({ lat: 0, lng: 0 }, world.speed, random)
  let session: { token: string; cityId: string; name: string } | null = null
  let onDuty = false
  let reporting: Promise<void> | null = null

  const ask = <C extends Call>(call: C, input: InputOf<C>, options?: SendOptions) =>
    wire.send(call, input, { ...options, token: session?.token ?? '', app: tenant.app })

  const requestCode = async () => {
    try {
      await wire.send(dispatchCalls.sendCode, { tenantId: tenant.tenantId, phone }, { app: tenant.app })
    } catch (error) {
      // A code sent a moment ago still holds.
      if (!isRefusal(error, 'driver.codeTooOften')) throw error
    }
  }
  const signIn = async (): Promise<string> => {
    for (let wrong = 0; !session; ) {
      await requestCode()
      try {
        const given = { tenantId: tenant.tenantId, phone, code: DEMO_DRIVER_CODE, device: 'simulator' }
        session = await wire.send(dispatchCalls.signIn, given, { app: tenant.app })
      } catch (error) {
        if (!isRefusal(error, 'driver.badCode', 'driver.locked')) throw error
        if (++wrong >= wrongCodesTaken) throw new GivesUp(`${phone}: ${error.message}`)
        await scheduler.sleep((error.retryAfterS || random.between(2, 6)) * 1000)
      }
    }
    return session.cityId
  }

  const deliver = async () => {
    const fixes = tracker.take(scheduler.now(), samples)
    try {
      const { rejected } = await ask(dispatchCalls.positions, { positions: fixes }, { tries: 1 })
      if (rejected > 0) stats.count('positionsRefused', rejected)
    } catch (error) {
      if (error instanceof Unreachable) tracker.giveBack(fixes)
      else if (error instanceof Refused) {
        // An ended session shows in the driver's next call too, which signs in again.
        if (!isSignedOut(error)) stats.trouble(error)
      } else throw error
    }
  }
  const reportLoop = async () => {
    await scheduler.sleep(random.between(0, world.reportMs))
    for (let quiet = false; ; ) {
      // Standing drivers say so half as often.
      await scheduler.sleep(world.reportMs * random.between(0.9, 1.1) * (quiet ? 2 : 1))
      quiet = tracker.remainingMs(scheduler.now()) === 0
      if (onDuty && session) await device.report()
    }
  }
  const device: Device = {
    tracker,
    ask,
    awaitOffers: (waitMs) => wire.awaitOffers(session?.token ?? '', tenant.app, waitMs),
    signIn,
    name: () => session?.name ?? '',
    async signOut() {
      await ask(dispatchCalls.signOut, {})
      session = null
    },
    forget() {
      session = null
    },
    setOnDuty(value) {
      if (value === onDuty) return
      onDuty = value
      stats.online(value ? 1 : -1)
    },
    async report() {
      if (reporting) await reporting
      reporting = deliver().finally(() => {
        reporting = null
      })
      await reporting
    },
  }
  // NOTE: ends with the run, since a stopped scheduler ends every sleep.
  reportLoop().catch((error: unknown) => {
    if (!scheduler.stopped()) stats.trouble(error)
  })
  return device
}

/** A place as the contract's online call takes it. */
export const fixAt = (device: Device, at: Point, now: number) => {
  device.tracker.standAt(at, now)
  return device.tracker.fix(now)
}
