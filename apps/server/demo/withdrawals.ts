import { setTimeout as sleep } from 'node:timers/promises'
import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalCalls, WITHDRAWAL_STATE as S, type WithdrawalState, type WithdrawalWay } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { importCalls } from '@chauffeur/contract/operations/import'
import { jobCalls } from '@chauffeur/contract/operations/job'
import type pg from 'pg'
import sharp from 'sharp'
import type { InstalledMerchant } from '#platform/provider/installed-merchant'
import type { RuntimeUrls } from '#platform/upkeep/migrate'
import { byCalls } from './by-calls.ts'
import { control, payBefore } from './paid-before.ts'

/** Whoever reviews does not pay: two people of finance. */
const PEOPLE = ['finance', 'admin'] as const
type PersonName = (typeof PEOPLE)[number]
interface DemoDriver {
  driver: string
  city: string
  name: string
  fen: number
}

/** Drivers who are owed most and have not applied for any of it. */
const owedDrivers = async (client: pg.ClientBase, tenantId: string): Promise<DemoDriver[]> =>
  (
    await client.query<DemoDriver>(
      `select d.driver_id::text as driver, d.city_id::text as city, d.name, a.balance_fen::int as fen
       from ledger_accounts a join drivers d on d.tenant_id = a.tenant_id and d.driver_id = a.owner_id and not d.wallet_frozen
       where a.tenant_id = $1 and a.kind = 'DRIVER_AVAILABLE' and a.owner_type = 'DRIVER' and a.balance_fen >= 4000
         and not exists (select from withdrawals w where w.tenant_id = d.tenant_id and w.driver_id = d.driver_id)
       order by a.balance_fen desc, 1`,
      [tenantId],
    )
  ).rows

/** Cities by how many of their drivers are owed something: the first is paid by bank file, the second by hand, the third through WeChat. */
const busiestCities = async (client: pg.ClientBase, tenantId: string): Promise<string[]> =>
  (
    await client.query<{ city: string }>(
      `select d.city_id::text as city from ledger_accounts a join drivers d on d.tenant_id = a.tenant_id and d.driver_id = a.owner_id
       where a.tenant_id = $1 and a.kind = 'DRIVER_AVAILABLE' group by 1 order by count(*) desc, 1`,
      [tenantId],
    )
  ).rows.map(({ city }) => city)

/** What becomes of one driver's withdrawal, and the states in one of which it is found afterwards. */
interface Story {
  reaches: readonly WithdrawalState[]
  make: (driver: DemoDriver) => Promise<unknown>
}
/** Those of a city that are missing yet: a start that was cut off had told some of them. */
async function missingOf(client: pg.ClientBase, tenantId: string, cityId: string, stories: readonly Story[]): Promise<Story[]> {
  const { rows } = await client.query<{ state: WithdrawalState }>(
    `select state from withdrawals where tenant_id = $1 and city_id = $2 and created_at > now() - interval '1 day'`,
    [tenantId, cityId],
  )
  // Those of days before are another story.
  const told = rows.map(({ state }) => state)
  return stories.filter(({ reaches }) => {
    const at = told.findIndex((state) => reaches.includes(state))
    if (at >= 0) told.splice(at, 1)
    return at < 0
  })
}

/** Withdrawals in their states, made by the calls that people and drivers make: what the books say of them is what the product posts. */
export async function makeWithdrawals(client: pg.ClientBase, urls: RuntimeUrls, merchant: InstalledMerchant | null): Promise<void> {
  const { rows: users } = await client.query<{ tenant: string; user: string; username: string; name: string }>(
    'select tenant_id::text as tenant, user_id::text as user, username, real_name as name from users where username = any ($1)',
    [PEOPLE],
  )
  const tenantId = users.find(({ username }) => username === 'finance')?.tenant
  if (!tenantId) return
  await byCalls(client, urls, merchant, async ({ app, send, signedIn }) => {
    const people = new Map<string, string>()
    for (const { user, username, tenant } of users)
      if (tenant === tenantId) people.set(username, await signedIn('OPERATOR', tenantId, user))
    const as = (who: PersonName) => people.get(who)!
    const ofDriver = (driver: DemoDriver) => signedIn('DRIVER', tenantId, driver.driver)
    const card = (ending: string) => ({
      way: 'BANK' as WithdrawalWay,
      bankName: '工商银行',
      accountNo: `62220212021${ending.padStart(8, '0')}`,
    })
    type Account = ReturnType<typeof card>
    const saveAccount = ({ name: holderName }: DemoDriver, token: string, account: Account) =>
      send(withdrawalCalls.saveAccount, { holderName, ...account }, token)
    /** Half of what they are owed, rounded to yuan. */
    const applied = async (driver: DemoDriver, account = card(driver.driver)) => {
      const token = await ofDriver(driver)
      await saveAccount(driver, token, account)
      const amountFen = Math.min(400_000, Math.floor(driver.fen / 200) * 100)
      return { token, ...(await send(withdrawalCalls.apply, { amountFen, way: account.way }, token)) }
    }
    type Applied = Awaited<ReturnType<typeof applied>>
    const act = (
      one: Applied,
      action: string,
      state: number,
      who: PersonName,
      reason = action === 'APPROVE' ? '首次提现，已电话核实' : '',
    ) => send(withdrawalReviewCalls.act, { withdrawalId: one.withdrawalId, action, state, ...(reason && { reason }) }, as(who))
    /** A large sum is looked at by both. */
    const approved = async (driver: DemoDriver, by: PersonName = 'admin', account?: Account) => {
      const one = await applied(driver, account)
      const first = await act(one, 'APPROVE', S.applied, by)
      if (first.state === S.auditing) await act(one, 'APPROVE', S.auditing, by === 'admin' ? 'finance' : 'admin')
      return { ...one, both: first.state === S.auditing }
    }
    /** Null where both have looked at it: neither of them pays it. */
    const paying = async (driver: DemoDriver) => {
      const one = await approved(driver)
      if (one.both) return null
      await act(one, 'PAY', S.approved, 'finance')
      return one
    }
    const voucher = async (one: Applied) =>
      send(
        payoutCalls.enterVoucher,
        {
          withdrawalId: one.withdrawalId,
          voucherNo: `HD${one.withdrawNo}`,
          paidAt: new Date(Date.now() - 1_000).toISOString(),
          file: new File([new Uint8Array(await slip.clone().toBuffer())], '回单.jpg'),
        },
        as('finance'),
      )
    const notPaid = (one: Applied) =>
      send(payoutCalls.notPaid, { withdrawalId: one.withdrawalId, reason: '收款行退回：户名不符' }, as('admin'))

    const inFile = (driver: DemoDriver) => send(payoutCalls.makeBankFile, { cityId: driver.city }, as('finance'))
    /** A result file of the bank, brought by finance and read by the server. */
    const brought = async (batchId: string, line: string) => {
      const file = new File([`付款单号,结果,银行流水号,交易时间,失败原因\r\n${line}`], '银行结果.csv')
      const { importId, headed, mapping } = await send(
        importCalls.open,
        { kind: 'finance.bankResult', into: JSON.stringify({ batchId }), file },
        as('finance'),
      )
      const { jobId } = await send(importCalls.run, { importId, headed, mapping }, as('finance'))
      for (let looks = 0; looks < 120; looks++) {
        const { state } = await send(jobCalls.info, { jobId }, as('finance'))
        if (state !== 'WAITING' && state !== 'RUNNING') return
        await sleep(500)
      }
    }
    /** Paid by the bank, which sends it back: the account is closed. */
    const returned = async (driver: DemoDriver) => {
      const one = await paying(driver)
      if (!one) return
      const { batchId } = await inFile(driver)
      const { rows } = await send(payoutCalls.bankLines, { batchId }, as('finance'))
      const { outNo } = rows.find(({ withdrawalId }) => withdrawalId === one.withdrawalId)!
      const chinaTime = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
      await brought(batchId, `${outNo},成功,ICBC${one.withdrawNo},${chinaTime},`)
      await brought(batchId, `${outNo},退票,,,收款账户已销户`)
    }
    const byBank: Story[] = [
      { reaches: [S.applied], make: applied },
      { reaches: [S.approved], make: (driver) => approved(driver) },
      { reaches: [S.auditing], make: async (driver) => act(await applied(driver), 'OPEN', S.applied, 'admin') },
      { reaches: [S.rejected], make: async (driver) => act(await applied(driver), 'REJECT', S.applied, 'admin', '收款账户户名与司机不符') },
      {
        reaches: [S.cancelled],
        make: async (driver) => {
          const { withdrawalId, token } = await applied(driver)
          await send(withdrawalCalls.cancel, { id: withdrawalId }, token)
        },
      },
      { reaches: [S.applied], make: async (driver) => saveAccount(driver, (await applied(driver)).token, card('99000001')) },
      { reaches: [S.applied], make: applied },
      { reaches: [S.approved], make: (driver) => approved(driver, 'finance') },
      { reaches: [S.applied], make: applied },
      // The server beside reads what the bank says.
      ...(merchant ? [{ reaches: [S.refunded], make: returned }] : []),
      { reaches: [S.paying], make: async (driver) => (await paying(driver)) && inFile(driver) },
    ]
    const byHand: Story[] = [
      {
        reaches: [S.paid],
        make: async (driver) => {
          const one = await paying(driver)
          if (!one) return
          await voucher(one)
          await send(payoutCalls.confirmVoucher, { withdrawalId: one.withdrawalId }, as('admin'))
        },
      },
      {
        reaches: [S.paying],
        make: async (driver) => {
          const one = await paying(driver)
          if (one) await voucher(one)
        },
      },
      {
        reaches: [S.failed],
        make: async (driver) => {
          const one = await paying(driver)
          if (one) await notPaid(one)
        },
      },
      {
        reaches: [S.refunded],
        make: async (driver) => {
          const one = await paying(driver)
          if (!one) return
          await notPaid(one)
          await act(one, 'GIVE_BACK', S.failed, 'finance', '司机要求退回钱包')
        },
      },
    ]
    const openIdOf = ({ driver }: DemoDriver, ending: string) => `oDemo${driver}${ending}`
    /** Approved and sent by the server beside; what an account asks the channel for stands in its name (apps/channel). */
    const throughWechat = (ending: string) => (driver: DemoDriver) =>
      approved(driver, 'admin', { way: 'WX_SINGLE', bankName: '微信', accountNo: openIdOf(driver, ending) })
    const byWechat: Story[] = [
      // Paid, and answered 500: unknown until the channel finds it.
      { reaches: [S.paying, S.unknown, S.paid], make: throughWechat('--answer-FAULT_PAID--hidden-480000--notice-NONE') },
      { reaches: [S.paying], make: throughWechat('--confirm-never') },
      { reaches: [S.paying, S.failed], make: throughWechat('--fail-NAME_NOT_CORRECT') },
      // Fails once, for what passes by itself: paid again it arrives.
      {
        reaches: [S.paying, S.failed],
        make: async (driver) => {
          const rules = [{ openid: openIdOf(driver, '--once'), fail: 'DAY_RECEIVED_QUOTA_EXCEED', times: 1 }]
          await control(merchant!, 'faults', { rules }, 'PUT')
          await throughWechat('--once')(driver)
        },
      },
      ...Array.from({ length: 4 }, () => ({ reaches: [S.paying, S.paid], make: throughWechat('') })),
    ]

    const [bank, hand, wechat] = await busiestCities(client, tenantId)
    const { defaults, rows: ways } = await send(payoutCalls.ways, {}, as('admin'))
    const isSet = (cityId: string) => ways.some((row) => row.cityId === cityId)
    if (hand && !isSet(hand)) {
      const channels = JSON.stringify({ ...defaults.channels, BANK: 'BY_HAND' })
      await send(payoutCalls.saveWays, { ...defaults, cityId: hand, channels }, as('admin'))
    }
    if (merchant && wechat && !isSet(wechat)) {
      const itself = { ...defaults, cityId: wechat, channels: JSON.stringify(defaults.channels), sendsItself: true, personDayFen: 300_000 }
      await send(payoutCalls.saveWays, itself, as('admin'))
    }
    const plan: [string | undefined, Story[]][] = [
      [bank, byBank],
      [hand, byHand],
      [merchant ? wechat : undefined, byWechat],
    ]
    const drivers = wechat ? (await owedDrivers(client, tenantId)).filter(({ city }) => city === wechat) : []
    const approver = users.find(({ username, tenant }) => username === 'admin' && tenant === tenantId)!
    // First: while the channel's clock stands in the past, nothing else is sent to it.
    if (merchant && wechat)
      await payBefore({
        client,
        platform: app.platform,
        tenantId,
        merchant,
        cityId: wechat,
        drivers,
        approver: { userId: approver.user, name: approver.name },
      })
    for (const [cityId, stories] of plan) {
      if (!cityId) continue
      const drivers = (await owedDrivers(client, tenantId)).filter(({ city }) => city === cityId)
      const missing = await missingOf(client, tenantId, cityId, stories)
      for (const [n, { make }] of missing.entries()) if (drivers[n]) await make(drivers[n])
    }
  })
}

const slip = sharp(
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#f7f5ee"/><rect x="24" y="24" width="592" height="312" fill="none" stroke="#6b7a8f" stroke-width="3"/><path d="M48 110h544M48 170h544M48 230h544M48 290h360" stroke="#c0c6d0" stroke-width="2"/><circle cx="510" cy="260" r="52" fill="none" stroke="#b8433a" stroke-width="6"/></svg>',
  ),
).jpeg()
