import { agreementCalls, type AgreementView } from '@chauffeur/contract/privacy/agreement'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => (world = await makeWorld({ engine: false })))
afterAll(() => world.close())

const written = { title: '客户隐私协议', html: '<p>我们收集电话。</p>', changeLevel: 'MATERIAL' }
const update = (input: object, as: Parameters<World['send']>[2] = 'all') =>
  world.send(agreementCalls.update, { kind: 'CUSTOMER', version: 0, ...written, ...input }, as)

test('a text is kept without what could do anything but be read', async () => {
  const { data } = await update({ html: '<p onclick="x()">我们收集电话。<script>alert(1)</script></p><img src=x onerror=y>' })
  expect((data as AgreementView).draft).toMatchObject({ html: '<p>我们收集电话。</p>', version: 1 })
})

test('of two who write one draft the later is shown what the other wrote', async () => {
  expect((await update({ version: 1, html: '<p>我们收集电话和位置。</p>' })).code).toBe(0)
  const second = await update({ version: 1, html: '<p>另一个</p>' })
  expect(second).toMatchObject({
    error: 'agreement.versionConflict',
    data: { current: { draft: { html: '<p>我们收集电话和位置。</p>', version: 2 } } },
  })
  expect(await world.send(agreementCalls.publish, { kind: 'CUSTOMER', version: 1 })).toMatchObject({ error: 'agreement.versionConflict' })
})

test('an account of some cities, of an organisation or a partner neither writes nor publishes what holds for all', async () => {
  expect(await update({ version: 2 }, 'hangzhou')).toMatchObject({ error: 'agreement.beyond' })
  expect(await update({ version: 2 }, 'company')).toMatchObject({ error: 'agreement.beyond' })
  expect(await world.send(agreementCalls.publish, { kind: 'CUSTOMER', version: 2 }, 'hangzhou')).toMatchObject({
    error: 'agreement.beyond',
  })
  expect((await update({ version: 2 }, 'partner')).code).toBe(403)
  const seen = (await world.send(agreementCalls.get, { kind: 'CUSTOMER' }, 'hangzhou')).data as AgreementView
  expect(seen).toMatchObject({ allowedActions: [], draft: { version: 2 } })
})

test('what is published is numbered, stays as it is, and differs from the next by its words', async () => {
  const first = (await world.send(agreementCalls.publish, { kind: 'CUSTOMER', version: 2 })).data as AgreementView
  expect(first).toMatchObject({ draft: null, newest: 1, inForce: { number: 1, state: 'IN_FORCE', changeLevel: 'MATERIAL' } })
  expect(await world.send(agreementCalls.publish, { kind: 'CUSTOMER', version: 2 })).toMatchObject({ error: 'agreement.noDraft' })
  await expect(
    world.app.platform.db.acrossTenants((tx) => tx.updateTable('agreement_versions').set({ title: '改' }).execute()),
  ).rejects.toThrow(/permission denied/)
  await update({ html: '<p>我们收集电话。</p>', changeLevel: 'MINOR' })
  expect((await world.send(agreementCalls.difference, { kind: 'CUSTOMER' })).data).toMatchObject({
    from: 1,
    formOnly: false,
    paragraphs: [[{ change: 'SAME', text: '我们收集电话' }, { change: 'REMOVED', text: '和位置' }, { change: 'SAME' }]],
  })
  const second = (await world.send(agreementCalls.publish, { kind: 'CUSTOMER', version: 1 })).data as AgreementView
  expect(second).toMatchObject({ inForce: { number: 2 } })
  const version = await world.send(agreementCalls.version, { agreementId: first.inForce!.agreementId })
  expect(version.data).toMatchObject({ number: 1, state: 'REPLACED', html: '<p>我们收集电话和位置。</p>', digest: first.inForce!.digest })
  expect((await world.send(agreementCalls.difference, { kind: 'CUSTOMER', number: 1 })).data).toMatchObject({ from: 0 })
  expect(await world.send(agreementCalls.version, { agreementId: first.inForce!.agreementId }, 'other')).toMatchObject({ code: 404 })
})

test('faults name their field', async () => {
  const answer = await update({ html: '<p> </p>', effectiveAt: '2020-01-01T00:00:00Z' })
  expect((answer.data as { fields: { path: string }[] }).fields.map(({ path }) => path)).toEqual(['html', 'effectiveAt'])
})
