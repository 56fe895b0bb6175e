import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import { issuePasswordLink, type PasswordLink } from '../user/index.ts'
import type { Database, PlatformDb } from '#platform/database/db'
import { writeOperationLog } from '#platform/http/operation-log'
import { unknownPassword } from '#platform/identity/password'
import { endSessions } from '#platform/identity/session-end'
import { makeTenant } from './new-tenant.service.ts'
import { addMissingCities, findByName, hasTenant, lockSetup, makePlatformAdministrator } from './platform-administrator.queries.ts'
import { citiesOfTheCountry, shutPassword } from './tenancy.queries.ts'

export interface WantedAdministrator {
  username: string
  /** What the first tenant needs; of no use for an account that exists. */
  brandName?: string | undefined
  company?: string | undefined
  realName?: string | undefined
  phone?: string | undefined
  /** Names of cities. */
  cities?: readonly string[] | undefined
}
export class CannotSetUp extends Error {}

/**
 * The way in for whoever owns the database. On an empty installation it makes the first tenant with its administrator; else
 * the account has to be an administrator's. Either becomes a platform administrator, whose password is what they set through
 * the link: any before it holds no more.
 */
export const setUpPlatformAdministrator = (db: Database, wanted: WantedAdministrator): Promise<SetUp> =>
  db.acrossTenants((tx) => setUpIn(tx, wanted))

interface SetUp {
  firstTenant: boolean
  username: string
  link: PasswordLink
}

/** The same within a transaction. */
export async function setUpIn(tx: PlatformDb, wanted: WantedAdministrator): Promise<SetUp> {
  await lockSetup(tx)
  const found = await findByName(tx, wanted.username)
  if (found) {
    if (found.state !== TENANT_STATE.enabled || found.status !== 'ENABLED')
      throw new CannotSetUp(`${found.username} or the tenant it belongs to is not enabled.`)
    if (!found.administrator && !found.platform_admin)
      throw new CannotSetUp(`${found.username} is not an administrator of its tenant: give it the administrators’ role first.`)
    await makePlatformAdministrator(tx, found.tenant_id, found.user_id)
    await shutPassword(tx, found.tenant_id, found.user_id, await unknownPassword())
    await endSessions(tx, { tenantId: found.tenant_id, userId: found.user_id }, 'PASSWORD')
    const link = await issuePasswordLink(tx, { tenantId: found.tenant_id, userId: found.user_id, by: null })
    await note(tx, found.tenant_id, found.user_id, false)
    return { firstTenant: false, username: found.username, link }
  }
  if (await hasTenant(tx)) throw new CannotSetUp(`There is no account ${wanted.username}, and this installation has a tenant already.`)
  const { tenantId, userId, link } = await makeFirstTenant(tx, wanted)
  await makePlatformAdministrator(tx, tenantId, userId)
  await note(tx, tenantId, userId, true)
  return { firstTenant: true, username: wanted.username, link }
}

async function makeFirstTenant(tx: PlatformDb, { username, brandName, company, realName, phone, cities = [] }: WantedAdministrator) {
  if (!/^[a-zA-Z][a-zA-Z0-9._-]{2,63}$/.test(username))
    throw new CannotSetUp('A username is 3 to 64 letters, digits, . _ or -, and begins with a letter.')
  if (!brandName || brandName.length > 20)
    throw new CannotSetUp('An empty installation needs the brand of its first tenant, of at most 20 characters.')
  if (!phone) throw new CannotSetUp('An empty installation needs the telephone of its administrator, for codes.')
  await addMissingCities(tx)
  const all = await citiesOfTheCountry(tx)
  const chosen = cities.map((name) => {
    const city = all.find((one) => one.name === name || `${one.name}市` === name)
    if (!city) throw new CannotSetUp(`There is no city ${name}. There are: ${all.map((one) => one.name).join(' ')}`)
    return city.city_id
  })
  if (chosen.length === 0) throw new CannotSetUp(`Name at least one city of: ${all.map((one) => one.name).join(' ')}`)
  return makeTenant(
    tx,
    {
      name: company ?? brandName,
      brandName,
      domain: '',
      adminUsername: username,
      adminName: realName ?? username,
      adminPhone: phone,
      cityIds: chosen,
      enabled: true,
    },
    null,
  )
}

/** Kept like every other change, by nobody who is signed in. */
const note = (tx: PlatformDb, tenantId: string, userId: string, firstTenant: boolean) =>
  writeOperationLog(tx, {
    tenantId,
    actor: { type: 'ANONYMOUS', id: null, name: '服务器管理命令' },
    ip: '',
    call: 'tenancy.platformAdministrator',
    summary: '设置平台管理员',
    input: null,
    audits: [{ object: 'user', objectId: userId, after: { platformAdmin: true, firstTenant } }],
    code: 0,
    requestId: 'command',
    durationMs: 0,
  })
