import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { partnerStatementCalls as calls } from '@chauffeur/contract/partner/statement'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { one, withCustomers, world } from '#test/discounts'
import {
  act,
  answered,
  at,
  failsForGood,
  final,
  linesOf,
  made,
  make,
  monthAgo,
  newChannel,
  owes,
  PRICE,
  send,
  settling,
  used,
  withStatements,
} from '#test/partner/settlement'
import type { Person } from '#test/world'
import { makeStatements } from './index.ts'

withCustomers({ jobs: false })
withStatements()

const orderNo = async (orderId: string) => (await one('select order_no from orders where order_id = $1', [orderId])).order_no as string

test('the month is drafted by itself, once, of what was audited; what is in audit waits, is said, and comes with the next', async () => {
  const [last, before] = [monthAgo(0), monthAgo(1)]
  const [first, second] = [await used(before), await used(before)]
  const looked = await used(before, { looked: true })
  const early = answered(await make(before))
  expect(early).toMatchObject({
    state: 'DRAFT',
    month: before,
    lineCount: 2,
    totalFen: 2 * PRICE,
    waitingCount: 1,
    waitingFen: PRICE,
    events: [{ event: 'make' }],
  })
  expect(early.statementNo).toMatch(/^S\d{6}\d{5}$/)
  expect((await make(before)).error).toBe('partnerStatement.exists')
  expect(new Set((await linesOf(early)).map((line) => line.orderNo))).toEqual(new Set([await orderNo(first), await orderNo(second)]))
  // The round makes that of the last month because something waited; twice it makes one.
  expect((await act(looked, 'PASS')).code).toBe(0)
  await Promise.all([makeStatements(world.app.platform), makeStatements(world.app.platform)])
  await makeStatements(world.app.platform)
  const { rows } = (await world.send(calls.list, { channelId: settling.channelId })).data as AnswerOf<typeof calls.list>
  expect(rows.map((row) => [row.month, row.totalFen])).toEqual([
    [last, PRICE],
    [before, 2 * PRICE],
  ])
  expect(await linesOf(rows[0]!)).toMatchObject([{ kind: 'LATE', orderNo: await orderNo(looked), amountFen: PRICE }])
  expect((await make(monthAgo(-1))).error).toBe('partnerStatement.monthNotOver')
  expect((await world.send(calls.make, { channelId: '999999', month: last })).error).toBe('partnerStatement.channelUnknown')
})

test('what the books held of the partner becomes what the contract says, once, and the payment settles it to the fen', async () => {
  const month = monthAgo(0)
  await used(month)
  await used(month, { price: 0 })
  const { covered_fen: coveredFen } = await one(
    `select sum(u.covered_fen)::int as covered_fen from right_uses u
    join right_grants using (tenant_id, right_grant_id) join right_configs r using (tenant_id, right_id) where r.channel_id = $1`,
    [settling.channelId],
  )
  const draft = await made(month)
  // Without a price for each, a use costs what the right covered.
  expect(draft.totalFen).toBeGreaterThan(PRICE)
  const clearing = async () =>
    Number(
      (
        await one(
          `select balance_fen from ledger_accounts where tenant_id = $1 and owner_type = 'PLATFORM' and kind = 'PARTNER_RECEIVABLE'`,
          [world.tenantA],
        )
      ).balance_fen,
    )
  const before = await clearing()
  expect((await world.send(calls.finalize, at(draft))).error).toBe('partnerStatement.wrongState')
  const sent = await send(draft)
  expect((await world.send(calls.send, at(draft))).error).toBe('partnerStatement.versionConflict')
  expect((await world.send(calls.confirm, at(sent))).error).toBe('partnerStatement.noteMissing')
  const confirmed = answered(await world.send(calls.confirm, { ...at(sent), note: '邮件确认' }))
  expect((await world.send(calls.finalize, at(confirmed))).error).toBe('partnerStatement.sameConfirmer')
  const finals = await Promise.all([1, 2].map(() => world.send(calls.finalize, at(confirmed), 'platform')))
  expect(finals.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(await owes()).toBe(draft.totalFen)
  expect(before - (await clearing())).toBe(coveredFen)
  const pay = (amountFen: number, reference: string, key = reference) =>
    world.send(calls.pay, { partnerStatementId: draft.partnerStatementId, amountFen, reference, paidOn: '2026-11-20' }, 'all', {
      'idempotency-key': key,
    })
  const [one_, again] = await Promise.all([pay(PRICE, 'BK1'), pay(PRICE, 'BK1')])
  expect(answered(one_!).paidFen).toBe(PRICE)
  expect(again).toEqual(one_)
  expect((await pay(1, 'BK1', 'other')).error).toBe('partnerStatement.referenceTaken')
  expect((await pay(draft.totalFen, 'BK2')).error).toBe('partnerStatement.tooMuch')
  expect(answered(await pay(draft.totalFen - PRICE, 'BK3'))).toMatchObject({ paidFen: draft.totalFen, allowedActions: [] })
  expect(await owes()).toBe(0)
})

test('a use that fails in audit after its month was settled is given back with the next', async () => {
  const [last, before] = [monthAgo(0), monthAgo(1)]
  const [good, bad] = [await used(before), await used(before)]
  const settled = await final(await made(before))
  expect(settled.totalFen).toBe(2 * PRICE)
  await failsForGood(bad)
  await used(last)
  const next = await made(last)
  expect((await linesOf(next)).map(({ kind, reason, amountFen }) => [kind, reason, amountFen])).toEqual([
    ['USE', '', PRICE],
    ['CORRECTION', 'AUDIT', -PRICE],
  ])
  expect((await final(next)).totalFen).toBe(0)
  expect(await owes()).toBe(2 * PRICE)
  expect(good).not.toBe(bad)
  // A correction alone is a credit.
  expect((await make(monthAgo(2))).error).toBe('partnerStatement.nothing')
})

test('a draft is reckoned anew by what the audit says by then; what was sent stays', async () => {
  const month = monthAgo(0)
  const [kept, bad] = [await used(month), await used(month)]
  const draft = await made(month)
  await failsForGood(bad)
  const again = answered(await world.send(calls.reckon, at(draft)))
  expect(again).toMatchObject({ totalFen: PRICE, lineCount: 1 })
  const sent = await send(again)
  expect((await world.send(calls.reckon, at(sent))).error).toBe('partnerStatement.wrongState')
  expect(await linesOf(sent)).toMatchObject([{ orderNo: await orderNo(kept), allowedActions: ['dispute'] }])
})

test('a partner disputes lines with its reason; another person than who entered it decides, and the difference is a correction', async () => {
  const month = monthAgo(0)
  for (let n = 0; n < 3; n++) await used(month)
  const sent = await send(await made(month))
  const { partnerStatementId } = sent
  const dispute = (lineNo: number, as: Person = 'all') =>
    world.send(calls.dispute, { partnerStatementId, lineNo, reason: 'NOT_OURS', words: '查无此客户' }, as)
  const decide = (lineNo: number, decision: string, as: Person, more: object = {}) =>
    world.send(calls.decide, { partnerStatementId, lineNo, decision, words: '已核对', ...more }, as)
  for (const lineNo of [1, 2, 3]) expect((await dispute(lineNo)).code).toBe(0)
  expect((await dispute(1)).error).toBe('partnerStatement.notDisputable')
  expect((await dispute(9)).error).toBe('partnerStatement.lineUnknown')
  const open = answered(await world.send(calls.view, { partnerStatementId }))
  expect(open).toMatchObject({ openCount: 3, totalFen: 3 * PRICE, allowedActions: [] })
  expect((await world.send(calls.confirm, { ...at(open), note: '邮件确认' })).error).toBe('partnerStatement.disputesOpen')
  expect((await decide(1, 'KEPT', 'all')).error).toBe('partnerStatement.sameDisputer')
  expect((await decide(3, 'ADJUSTED', 'platform', { agreedFen: PRICE })).error).toBe('partnerStatement.agreedWrong')
  expect((await decide(1, 'KEPT', 'platform')).code).toBe(0)
  expect((await decide(1, 'TAKEN_OUT', 'platform')).error).toBe('partnerStatement.notDisputed')
  expect((await decide(2, 'TAKEN_OUT', 'platform')).code).toBe(0)
  const decided = answered(await decide(3, 'ADJUSTED', 'platform', { agreedFen: 2_000 }))
  expect(decided).toMatchObject({ openCount: 0, totalFen: PRICE + 2_000, lineCount: 5 })
  expect((await linesOf(decided)).slice(3).map(({ reason, amountFen }) => [reason, amountFen])).toEqual([
    ['DISPUTE', -PRICE],
    ['DISPUTE', -500],
  ])
  expect((await dispute(4)).error).toBe('partnerStatement.notDisputable')
  await final(decided)
  expect(await owes()).toBe(PRICE + 2_000)
})

test('a partner’s account sees what was sent to it and nothing else, answers it, and keeps nothing', async () => {
  const month = monthAgo(0)
  await used(month, { channel: world.channel })
  settling.channelId = world.channel
  const draft = await made(month)
  const sees = async (as: Person) =>
    ((await world.send(calls.list, { pageSize: 200 }, as)).data as AnswerOf<typeof calls.list>).rows.map((row) => row.partnerStatementId)
  expect(await sees('partner')).toEqual([])
  expect((await world.send(calls.view, at(draft), 'partner')).error).toBe('partnerStatement.notFound')
  const sent = await send(draft)
  expect(await sees('partner')).toEqual([draft.partnerStatementId])
  const shown = answered(await world.send(calls.view, at(sent), 'partner'))
  expect(shown.allowedActions).toEqual(['confirm'])
  expect(await linesOf(sent, 'partner')).toMatchObject([{ amountFen: PRICE, allowedActions: ['dispute'] }])
  for (const as of ['hangzhou', 'company', 'nowhere', 'other'] as const) {
    expect(await sees(as), as).toEqual([])
    expect((await world.send(calls.view, at(sent), as)).error, as).toBe('partnerStatement.notFound')
    expect((await world.send(calls.lines, { partnerStatementId: sent.partnerStatementId }, as)).error, as).toBe('partnerStatement.notFound')
    expect((await world.send(calls.confirm, { ...at(sent), note: '我' }, as)).error, as).toBe('partnerStatement.notFound')
  }
  expect((await world.send(calls.send, at(sent), 'partner')).code).not.toBe(0)
  expect((await world.send(calls.make, { channelId: settling.channelId, month }, 'partner')).code).not.toBe(0)
  const confirmed = answered(await world.send(calls.confirm, at(sent), 'partner'))
  expect(confirmed).toMatchObject({ state: 'CONFIRMED', confirmedWay: 'PARTNER', confirmedByName: 'partner' })
  expect((await world.send(calls.finalize, at(confirmed), 'partner')).code).not.toBe(0)
  expect(answered(await world.send(calls.finalize, at(confirmed))).state).toBe('FINAL')
  settling.channelId = world.otherChannel
  await used(month, { channel: world.otherChannel })
  const foreign = await send(await made(month))
  expect(await sees('partner')).toEqual([draft.partnerStatementId])
  expect((await world.send(calls.view, at(foreign), 'partner')).error).toBe('partnerStatement.notFound')
})

test('whatever uses, verdicts, appeals, disputes and months come in which order, statements ask for each audited use once', async () => {
  const months = [2, 1, 0].map(monthAgo)
  const steps = fc.record({
    does: fc.constantFrom(
      'USE',
      'FLAG',
      'PASS',
      'FAIL',
      'APPEAL',
      'DISPUTE_AUDIT',
      'FINAL_PASS',
      'FINAL_FAIL',
      'MAKE',
      'MAKE',
      'RECKON',
      'SEND',
      'SEND',
      'DISPUTE',
      'DISPUTE',
      'DECIDE',
      'CONFIRM',
      'FINAL',
    ),
    which: fc.nat(5),
    decision: fc.constantFrom('KEPT', 'TAKEN_OUT', 'ADJUSTED'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 12, maxLength: 30 }), async (plan) => {
      settling.channelId = await newChannel()
      // One customer has one order under way.
      let placing: Promise<unknown> = Promise.resolve()
      const orders = [await used(months[0]!), await used(months[0]!, { looked: true }), await used(months[1]!)]
      const all = async () => {
        const { rows } = (await world.send(calls.list, { channelId: settling.channelId })).data as AnswerOf<typeof calls.list>
        return Promise.all(rows.map(async (row) => answered(await world.send(calls.view, { partnerStatementId: row.partnerStatementId }))))
      }
      const someStatement = async (which: number) => {
        const rows = await all()
        return rows[which % Math.max(1, rows.length)]
      }
      const does = async ({ does: what, which, decision }: { does: string; which: number; decision: string }) => {
        const orderId = orders[which % orders.length]!
        if (what === 'USE')
          return (placing = placing.then(
            async () => void (orders.length < 5 && orders.push(await used(months[which % 3]!, { looked: which % 2 === 1 }))),
          ))
        if (what === 'FLAG' || what === 'PASS') return act(orderId, what)
        if (what === 'FAIL') return act(orderId, 'FAIL', 'all', { reason: 'NO_TRIP' })
        if (what === 'APPEAL') return act(orderId, 'APPEAL', 'all', { side: 'DRIVER' })
        if (what === 'DISPUTE_AUDIT') return act(orderId, 'APPEAL', 'all', { side: 'PARTNER' })
        if (what === 'FINAL_PASS') return act(orderId, 'FINAL_PASS', 'platform')
        if (what === 'FINAL_FAIL') return act(orderId, 'FINAL_FAIL', 'platform', { reason: 'NO_TRIP' })
        if (what === 'MAKE') return make(months[which % 2]!)
        const statement = await someStatement(which)
        if (!statement) return
        const { partnerStatementId } = statement
        if (what === 'RECKON') return world.send(calls.reckon, at(statement))
        if (what === 'SEND') return world.send(calls.send, at(statement))
        if (what === 'DISPUTE')
          return world.send(calls.dispute, { partnerStatementId, lineNo: 1 + (which % 3), reason: 'OTHER', words: '有误' })
        if (what === 'DECIDE')
          return world.send(
            calls.decide,
            { partnerStatementId, lineNo: 1 + (which % 3), decision, agreedFen: 1_000, words: '核对' },
            'platform',
          )
        if (what === 'CONFIRM') return world.send(calls.confirm, { ...at(statement), note: '邮件' })
        return world.send(calls.finalize, at(statement), 'platform')
      }
      // Two at a time.
      for (let n = 0; n < plan.length; n += 2) await Promise.all(plan.slice(n, n + 2).map(does))
      // Every audit comes to its end, every dispute is decided, every statement becomes final, and the last month brings what is left.
      for (const orderId of orders) {
        await act(orderId, 'PASS')
        await act(orderId, 'APPEAL', 'all', { side: 'DRIVER' })
        await act(orderId, 'FINAL_PASS', 'platform')
      }
      const finish = async () => {
        for (const statement of await all()) {
          for (const line of await linesOf(statement))
            if (line.dispute === 'OPEN')
              await world.send(
                calls.decide,
                { partnerStatementId: statement.partnerStatementId, lineNo: line.lineNo, decision: 'TAKEN_OUT', words: '核对' },
                'platform',
              )
          const now = answered(await world.send(calls.view, { partnerStatementId: statement.partnerStatementId }))
          if (now.state === 'CONFIRMED') answered(await world.send(calls.finalize, at(now), 'platform'))
          else if (now.state !== 'FINAL') await final(now)
        }
      }
      await finish()
      await make(months[2]!)
      await finish()
      const { rows: uses } = await world.owner.query<{
        order_id: string
        state: number
        screened: boolean
        price: number
        agreed: number | null
        billed: string
      }>(
        `select u.order_id, a.state, u.partner_fen as price,
           (select agreed_fen from partner_statement_lines l where l.order_id = u.order_id and agreed_fen is not null) as agreed,
           (select coalesce(sum(amount_fen), 0) from partner_statement_lines l where l.order_id = u.order_id) as billed
         from right_uses u join right_order_audits a using (tenant_id, order_id) where u.order_id = any ($1::bigint[])`,
        [orders],
      )
      expect(uses).toHaveLength(orders.length)
      const naive = (use: (typeof uses)[number]) => (use.state === 60 ? 0 : (use.agreed ?? use.price))
      for (const use of uses) {
        expect([0, 30, 60]).toContain(use.state)
        expect(use.price).toBe(PRICE)
        expect([use.order_id, Number(use.billed)]).toEqual([use.order_id, naive(use)])
      }
      const statements = await all()
      expect(statements.every(({ state }) => state === 'FINAL')).toBe(true)
      const sum = uses.reduce((total, use) => total + naive(use), 0)
      expect(statements.reduce((total, { totalFen }) => total + totalFen, 0)).toBe(sum)
      expect(await owes()).toBe(sum)
    }),
    { numRuns: 8 },
  )
}, 240_000)
