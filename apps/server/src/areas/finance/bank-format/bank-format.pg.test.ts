import { type BankColumn, bankFormatCalls as calls } from '@chauffeur/contract/finance/bank-format'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { asking } from '#test/ask'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { bankFormats } from './bank-format.setting.ts'

let world: World
const { ok, one, refused } = asking(() => world)
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(() => world.owner.query(`delete from setting_versions where kind = 'bankFormat'`))

const NO: BankColumn = { title: '流水号', value: 'OUT_NO' }
const ACCOUNT: BankColumn = { title: '账号', value: 'ACCOUNT' }
const YUAN: BankColumn = { title: '金额', value: 'AMOUNT_YUAN' }
const format = (...more: BankColumn[]) => ({ columns: [NO, ACCOUNT, YUAN, ...more], changeReason: '换银行' })
type Saved = AnswerOf<typeof calls.save>
const shown = async (as = 'all') => (await ok<AnswerOf<typeof calls.list>>(calls.list, {}, as)).rows
const versions = () => one(`select count(*) from setting_versions where kind = 'bankFormat'`)
const titlesFor = async (cityId: string) => {
  const { columns } = await bankFormats.contentFor(world.app.platform.db.reader(wholeTenant(world.tenantA)), cityId)
  return columns.map(({ title }) => title)
}

test.each([
  ['the number of a payment, so that its result is nobody’s', [ACCOUNT, YUAN]],
  ['an account to pay to', [NO, YUAN]],
  ['a sum', [NO, ACCOUNT]],
  ['all three', [{ title: '附言', value: 'MEMO' }]],
] as const)('a file without %s is no file for a bank, and nothing is kept of it', async (_, columns) => {
  expect(await refused(calls.save, { ...format(), columns: [...columns] })).toBe('bankFormat.lacking')
  expect(await refused(calls.save, { ...format(), columns: [...columns], cityId: HANGZHOU })).toBe('bankFormat.lacking')
  expect(await versions()).toBe('0')
})

test('a sum in fen is a sum', async () => {
  expect(await refused(calls.save, { ...format(), columns: [NO, ACCOUNT, { title: '金额（分）', value: 'AMOUNT_FEN' }] })).toBe('done')
})

test('a city has one, whoever makes it and however often at once; the file of another city stays the tenant’s', async () => {
  await ok(calls.save, format({ title: '总部', value: 'MEMO' }))
  const both = await Promise.all([
    refused(calls.save, { ...format({ title: '甲', value: 'BANK' }), cityId: HANGZHOU }),
    refused(calls.save, { ...format({ title: '乙', value: 'BANK' }), cityId: HANGZHOU }, 'hangzhou'),
  ])
  expect(both.toSorted()).toEqual(['bankFormat.cityTaken', 'done'])
  expect(await titlesFor(HANGZHOU)).toHaveLength(4)
  expect(await titlesFor(HANGZHOU)).not.toContain('总部')
  expect(await titlesFor(SHANGHAI)).toContain('总部')
})

test('of two who change one, the slower is told what stands there now, and nothing of theirs is kept', async () => {
  const made = await ok<Saved>(calls.save, { ...format(), cityId: HANGZHOU })
  const change = (title: string, version: number, as = 'all') =>
    world.send(calls.save, { ...format({ title, value: 'MEMO' }), settingId: made.settingId, version }, as)
  expect(await change('先', made.version)).toMatchObject({ code: 0, data: { version: made.version + 1 } })
  const late = await change('后', made.version, 'hangzhou')
  expect(late).toMatchObject({ error: 'bankFormat.versionConflict', data: { current: { version: made.version + 1 } } })
  expect(JSON.stringify(late.data)).toContain('先')
  expect(await titlesFor(HANGZHOU)).toEqual(['流水号', '账号', '金额', '先'])
  const both = await Promise.all([change('甲', made.version + 1), change('乙', made.version + 1, 'hangzhou')])
  expect(both.map(({ error }) => error ?? 'done').toSorted()).toEqual(['bankFormat.versionConflict', 'done'])
  const { rows } = await ok<AnswerOf<typeof calls.history>>(calls.history, { settingId: made.settingId })
  expect(
    rows.map(({ version }) => version),
    'each change is kept once',
  ).toEqual([3, 2, 1])
})

test('who runs one city makes and changes that one’s alone; organisations, partners and other businesses none', async () => {
  const tenants = await ok<Saved>(calls.save, format())
  const shanghais = await ok<Saved>(calls.save, { ...format(), cityId: SHANGHAI })
  const beyond = [{ cityId: SHANGHAI }, { settingId: shanghais.settingId, version: 1 }, { settingId: tenants.settingId, version: 1 }]
  const [gone, elsewhere] = ['bankFormat.notFound', 'bankFormat.otherCity']
  for (const [as, answers] of Object.entries({
    hangzhou: [elsewhere, gone, elsewhere],
    company: [elsewhere, elsewhere, elsewhere],
    nowhere: [elsewhere, gone, elsewhere],
    other: [elsewhere, gone, gone],
    // A partner's people do not pay drivers, whatever their role says.
    partner: ['403', '403', '403'],
  }))
    for (const [n, of] of beyond.entries())
      expect([as, n, await refused(calls.save, { ...format(), ...of }, as)]).toEqual([as, n, answers[n]])
  for (const as of ['company', 'nowhere'])
    expect([as, await refused(calls.save, { ...format(), cityId: HANGZHOU }, as)]).toEqual([as, elsewhere])
  expect(new Set((await shown()).map(({ cityId, version }) => `${cityId} ${version}`))).toEqual(new Set(['null 1', `${SHANGHAI} 1`]))
  expect(await refused(calls.save, { ...format(), cityId: HANGZHOU }, 'hangzhou')).toBe('done')
})
