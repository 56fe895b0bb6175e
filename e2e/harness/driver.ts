import { DEMO_DRIVER_CODE, demoDriverPhone } from '@chauffeur/contract/demo'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { Call, InputOf } from '@chauffeur/contract/kernel/call'
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from './wire.ts'

export interface Place {
  lat: number
  lng: number
}

/** Played drivers, so that no two journeys play the same. */
let played = 0

/** A demo driver of the city, on duty at a place, who does everything through the public driver API. */
export async function driverIn(address: string, cityId: string, at: Place) {
  const me = await signInSomebody(address, cityId)
  const ask = <C extends Call>(call: C, input: InputOf<C>) => send(address, call, input, me.token)
  await ask(dispatchCalls.goOnline, at)

  return {
    ...me,
    ask,
    goTo: (place: Place) => ask(dispatchCalls.positions, { positions: [place] }),
    /** Waits for the offer of this order, and refuses those of orders that other journeys left behind. */
    async offerOf(orderNo: string, withinMs = 20_000) {
      for (const end = Date.now() + withinMs; Date.now() < end; await sleep(50)) {
        for (const offer of (await ask(dispatchCalls.offers, { waitS: 5 })).offers) {
          if (offer.orderNo === orderNo) return offer
          await ask(dispatchCalls.reject, { id: offer.offerId, reason: '已有约' }).catch(() => {})
        }
      }
      throw new Error(`${me.name} was not offered ${orderNo}.`)
    },
    accept: (offerId: string) => ask(dispatchCalls.accept, { id: offerId }),
    arrive: (id: string) => ask(dispatchCalls.arrive, { id }),
    depart: (id: string) => ask(dispatchCalls.depart, { id }),
    end: (id: string) => ask(dispatchCalls.end, { id }),
    file: (id: string) => ask(dispatchCalls.file, { id }),
    goHome: () => ask(dispatchCalls.goOffline, {}),
  }
}

async function signInSomebody(address: string, cityId: string) {
  for (;;) {
    const phone = demoDriverPhone(1, ++played)
    // The code of the demo holds without having been sent.
    const me = await send(address, dispatchCalls.signIn, { tenantId: '1', phone, code: DEMO_DRIVER_CODE, device: 'journey' })
    if (me.cityId === cityId) return me
  }
}
