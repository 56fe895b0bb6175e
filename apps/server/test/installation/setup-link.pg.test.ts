import { setupCalls, SETUP_LINK_PATH } from '@chauffeur/contract/access/setup'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSetupLink } from '#areas/access/setup'
import { defaultSettings } from '#platform/process/settings'
import { settleInstallation } from '#platform/upkeep/installation'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { type App, buildApp } from '../../src/app.ts'
import { type FreshDatabase, freshDatabase } from '../harness/fresh-database.ts'

let database: FreshDatabase
let app: App
beforeAll(async () => {
  database = await freshDatabase()
  const urls = await runtimeUrls(database.ownerUrl)
  await settleInstallation(urls.platform, 'OFF')
  app = await buildApp({ urls, settings: defaultSettings, logger: pino({ level: 'silent' }), engine: false })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const send = async (call: { path: string }, body: object) =>
  (await app.http.inject({ method: 'POST', url: call.path, payload: body })).json<{ code: number; error?: string; data: unknown }>()
const link = async () => (await app.platform.db.acrossTenants(makeSetupLink))!.slice(SETUP_LINK_PATH.length)
const wanted = { brandName: '夜航代驾', adminName: '郑南', adminPhone: '13911112222', username: 'boss', cityId: '330100' }

test('the newest link begins an empty installation, once, and afterwards there is none', async () => {
  const older = await link()
  const token = await link()
  expect((await send(setupCalls.look, { token: older })).error).toBe('setup.linkGone')
  const { cities } = (await send(setupCalls.look, { token })).data as { cities: { cityId: string; name: string }[] }
  expect(cities.find(({ cityId }) => cityId === '330100')?.name).toBe('杭州')
  expect((await send(setupCalls.begin, { ...wanted, token, username: '1' })).code).toBe(400)
  expect((await send(setupCalls.begin, { ...wanted, token, cityId: '999999' })).error).toBe('setup.noSuchCity')
  const answers = await Promise.all([1, 2, 3].map((n) => send(setupCalls.begin, { ...wanted, token, username: `boss${n}` })))
  expect(answers.map(({ error }) => error ?? 'made').toSorted()).toEqual(['made', 'setup.linkGone', 'setup.linkGone'])
  expect(await app.platform.db.acrossTenants(makeSetupLink)).toBeNull()
  for (const gone of [token, older, 'x'.repeat(43)]) {
    expect((await send(setupCalls.look, { token: gone })).error).toBe('setup.linkGone')
    expect((await send(setupCalls.begin, { ...wanted, token: gone })).error).toBe('setup.linkGone')
  }
})
