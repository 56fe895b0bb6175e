import { SETUP_LINK_PATH, type setupCalls } from '@chauffeur/contract/access/setup'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { addMissingCities, citiesOfTheCountry, hasTenant, lockSetup, setUpIn } from '../tenant/index.ts'
import type { PlatformDb } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { hashToken, newToken } from '#platform/identity/session'
import { isSetupToken, keepSetupToken } from './setup.queries.ts'

/** The address that begins an empty installation, in place of any earlier one; null where there is a business already. */
export async function makeSetupLink(tx: PlatformDb): Promise<string | null> {
  await lockSetup(tx)
  if (await hasTenant(tx)) return null
  const token = newToken()
  await keepSetupToken(tx, hashToken(token))
  return `${SETUP_LINK_PATH}${token}`
}

const holds = async (tx: PlatformDb, token: string) => (await isSetupToken(tx, hashToken(token))) && !(await hasTenant(tx))

/** The cities to begin in. */
export const lookAtSetup = ({ db }: Platform, token: string, fail: Fail<'setup.linkGone'>) =>
  db.signingIn(async (tx) => {
    if (!(await holds(tx, token))) return fail('setup.linkGone')
    await addMissingCities(tx)
    return citiesOfTheCountry(tx)
  })

/** Makes the first business and its administrator; the link is used up. */
export const beginInstallation = (
  { db }: Platform,
  { token, cityId, ...wanted }: ParsedInputOf<typeof setupCalls.begin>,
  fail: Fail<'setup.linkGone' | 'setup.noSuchCity'>,
) =>
  db.signingIn(async (tx) => {
    await lockSetup(tx)
    if (!(await holds(tx, token))) return fail('setup.linkGone')
    const [city = fail('setup.noSuchCity')] = await citiesOfTheCountry(tx, [cityId])
    const { username, link } = await setUpIn(tx, {
      username: wanted.username,
      brandName: wanted.brandName,
      company: wanted.company || undefined,
      realName: wanted.adminName,
      phone: wanted.adminPhone,
      cities: [city.name],
    })
    await keepSetupToken(tx, null)
    return { username, link: link.path }
  })
