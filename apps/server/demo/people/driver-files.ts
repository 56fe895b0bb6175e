import { readIdCard, sealedCard } from '#areas/driver/file'
import type { Vault } from '#platform/identity/vault'
import type { Row } from '../load.ts'
import { personName } from './names.ts'
import type { DemoDriver } from './people.ts'
import { chance } from '../random.ts'

const YEAR_MS = 365.25 * 86_400_000
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)

type Papers = Pick<
  Row<'drivers'>,
  | 'birth_date'
  | 'id_card_sealed'
  | 'id_card_print'
  | 'id_card_tail'
  | 'id_card_expire'
  | 'licence_class'
  | 'licence_first_issue'
  | 'licence_expire'
  | 'emergency_contact'
  | 'emergency_phone'
>

/** What a driver showed when they joined: identity card, licence, and who to call. Each number of a card is another one. */
export function driverPapers(drivers: readonly DemoDriver[], vault: Vault, nowMs: number, seed: number): Map<DemoDriver, Papers> {
  const random = chance(seed, 'driver papers')
  return new Map(
    drivers.map((driver): [DemoDriver, Papers] => {
      const bornMs = driver.joinedAt - random.between(27, 52) * YEAR_MS
      // The first place says where, the last but one whether a man or a woman; the number of the driver keeps cards apart.
      const serial = String(((driver.driverId * 2 + (driver.gender === 'MALE' ? 1 : 0)) % 1000) | 0).padStart(3, '0')
      const body = `${String(driver.city.cityId).slice(0, 4)}${String(1 + (Math.floor(driver.driverId / 500) % 90)).padStart(2, '0')}${day(bornMs).replaceAll('-', '')}${serial}`
      const card = Array.from('0123456789X', (check) => readIdCard(body + check)).find((read) => read !== null)!
      const { sealed, print, tail, birthDate } = sealedCard(vault, String(driver.tenant.tenantId), card)
      const issuedMs = Math.min(driver.joinedAt - 3.2 * YEAR_MS, bornMs + random.between(19, 24) * YEAR_MS)
      return [
        driver,
        {
          birth_date: birthDate,
          id_card_sealed: sealed,
          // As COPY reads it.
          id_card_print: `\\x${print.toString('hex')}` as unknown as Buffer,
          id_card_tail: tail,
          id_card_expire: random.is(0.15) ? null : day(nowMs + random.between(0.3, 18) * YEAR_MS),
          licence_class: random.weighted<'C1' | 'B2' | 'A2' | 'A1'>([
            ['C1', 78],
            ['B2', 14],
            ['A2', 5],
            ['A1', 3],
          ]),
          licence_first_issue: day(issuedMs),
          licence_expire: day(nowMs + random.between(0.2, 9) * YEAR_MS),
          emergency_contact: personName(random, random.is(0.5) ? 'FEMALE' : 'MALE'),
          emergency_phone: `1890000${String(driver.driverId).padStart(4, '0')}`,
        },
      ]
    }),
  )
}
