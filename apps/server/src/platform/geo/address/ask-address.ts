import { type AddressProviderName, ADDRESS_PROVIDERS } from '@chauffeur/contract/operations/map-service'
import type { Database } from '../../database/db.ts'
import type { LatLng } from '../../values/geo.ts'
import { keepAnswer, keptAnswer } from '../services/answers.ts'
import { askInTurn } from '../services/in-turn.ts'
import type { MapServiceAsked, MapServices } from '../services/services.ts'
import type { AddressAdapters, AddressAnswer, AddressHit, AddressQuestions, TextAsked, WordsAsked } from './address.ts'
import { amap } from './amap.ts'
import { baidu } from './baidu.ts'
import { nominatim } from './nominatim.ts'
import { photon } from './photon.ts'
import { tianditu } from './tianditu.ts'

const adapters: AddressAdapters = { AMAP: amap, TIANDITU: tianditu, BAIDU: baidu, PHOTON: photon, NOMINATIM: nominatim }
const isAddressProvider = (name: string): name is AddressProviderName => (ADDRESS_PROVIDERS as readonly string[]).includes(name)
/** A service under one of its questions; undefined for a provider of roads. */
export const addressQuestions = (service: MapServiceAsked): AddressQuestions | undefined =>
  isAddressProvider(service.provider) ? adapters[service.provider].of(service) : undefined

/** What nobody knew yesterday may be on the map today. */
const NOTHING_KEPT_S = 86_400
const isFound = (answer: AddressHit[] | AddressHit | null) => (Array.isArray(answer) ? answer.length > 0 : answer !== null)
/** A step of some ten metres: what is asked within it is answered alike. */
const near = (at: LatLng) => [at.lat.toFixed(4), at.lng.toFixed(4)]
const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()

/**
 * Asks the map services of a tenant about addresses, one after the other until one has found something. Never inside a transaction: it waits for
 * somebody else's server.
 */
export function askAddress({ db, maps }: { db: Database; maps: MapServices }, tenantId: string) {
  async function inTurn<Q extends keyof AddressQuestions, T extends AddressHit[] | (AddressHit | null)>(
    what: Q,
    question: object,
    ask: (questions: AddressQuestions) => Promise<T> | null,
    nothing: T,
  ): Promise<AddressAnswer<T>> {
    const services = await maps.of(tenantId, 'ADDRESS')
    let cached = false
    const { found, by, failed } = await askInTurn<T>(
      db,
      services,
      (service) => {
        const asking = addressQuestions(service)
        if (!asking?.[what]) return null
        cached = false
        const keepS = adapters[service.provider as AddressProviderName].keepS
        if (keepS === 0) return ask(asking)
        return (async () => {
          const kept = await keptAnswer<T>(db, tenantId, service, what, question)
          cached = kept !== undefined
          if (kept) return kept.answer
          const answer = (await ask(asking))!
          await keepAnswer(db, tenantId, service, what, question, answer, isFound(answer) ? keepS : Math.min(keepS, NOTHING_KEPT_S))
          return answer
        })()
      },
      // While somebody types, nothing is an answer: the next key asks again.
      (answer) => what === 'tips' || isFound(answer),
    )
    return { found: found ?? nothing, by: by?.provider ?? null, failed, cached, none: services.length === 0 }
  }
  const wordsOf = ({ keyword, city }: WordsAsked) => ({ keyword: plain(keyword), city: city.cityId })
  return {
    tips: (asked: WordsAsked) =>
      inTurn('tips', { ...wordsOf(asked), near: asked.near && near(asked.near) }, ({ tips }) => tips?.(asked) ?? null, [] as AddressHit[]),
    search: (asked: WordsAsked) => inTurn('search', wordsOf(asked), ({ search }) => search(asked), [] as AddressHit[]),
    geocode: (asked: TextAsked) =>
      inTurn('geocode', { text: plain(asked.text), city: asked.city.cityId }, ({ geocode }) => geocode(asked), null as AddressHit | null),
    reverse: (at: LatLng) => inTurn('reverse', near(at), ({ reverse }) => reverse(at), null as AddressHit | null),
  }
}
