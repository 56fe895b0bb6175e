import { orderCalls } from '@chauffeur/contract/order/list'
import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { addOrders } from '../orders.ts'
import { type Figure, median, ms, printFigures, say } from '../report.ts'
import { addCities, addDrivers, addOperator, addTenant, cities, home } from '../world.ts'

const ORDERS = 5_000_000
const TARGET_MS = 300
const TIMES = 7
const DAY_MS = 86_400_000

/** Pages far behind the first, filters and orders that no index serves: each answers in time, or asks for dates. Filling it takes some minutes. */
export async function deep(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('deep')
  const began = performance.now()
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  for (const city of cities) await addDrivers(owner, tenant, city.cityId, Math.round(2_000 * city.share))
  await addOrders(owner, tenant, ORDERS)
  say(`  ${ORDERS.toLocaleString('en')} orders made in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const all = await addOperator(owner, tenant)
  const ofCity = await addOperator(owner, tenant, { cityId: home.cityId })
  const ofChannel = await addOperator(owner, tenant, { channelId: tenant.channels[3]! })
  const figures = await askEach(
    ownerUrl,
    { 'the whole tenant': all, 'one city': ofCity, 'a channel with 0.1 %': ofChannel },
    { path: orderCalls.list.path, period: 'createdAtFrom', asked },
  )
  printFigures(`deep: pages, filters and orders of the order list, ${ORDERS.toLocaleString('en')} orders of a year`, figures)
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const asked: Record<string, Record<string, unknown>> = {
  'the first page': {},
  'page 500 of 20': { pageNo: 500, pageSize: 20 },
  'page 50 of 200': { pageNo: 50, pageSize: 200 },
  'page 50 of 200, of one city': { pageNo: 50, pageSize: 200, cityId: home.cityId },
  'page 50 of 200, the oldest first': { pageNo: 50, pageSize: 200, sortBy: 'createdAt', sortOrder: 'asc' },
  'a status that few have': { serviceStatus: '[102]' },
  'a status that most have, page 50': { serviceStatus: '[501]', pageNo: 50, pageSize: 200 },
  'a state of payment that none has': { payStatus: '[50]' },
  'a source': { source: 'PARTNER' },
  'a price that none has': { totalFenFrom: 9_000_000 },
  'by price': { sortBy: 'totalFen', sortOrder: 'desc' },
  'by time in the state': { sortBy: 'statusSince', sortOrder: 'asc' },
  'a part of an address': { keyword: '文三路 77' },
  'a part that none has': { keyword: '没有这个地方' },
  'a part that none has, of a month': { keyword: '没有这个地方', createdAtFrom: daysAgo(30) },
  'by price, of a month, page 50': { sortBy: 'totalFen', createdAtFrom: daysAgo(30), pageNo: 50, pageSize: 200 },
  'a part that none has, of a week': { keyword: '没有这个地方', createdAtFrom: daysAgo(6.9) },
  'a price that none has, of a week': { totalFenFrom: 9_000_000, createdAtFrom: daysAgo(6.9) },
  'by price, of a week, page 50': { sortBy: 'totalFen', createdAtFrom: daysAgo(6.9), pageNo: 50, pageSize: 200 },
  'by price, of a year': { sortBy: 'totalFen', createdAtFrom: daysAgo(364) },
  'the last four digits': { keyword: '4567' },
  'a whole telephone': { keyword: '13900004567' },
}

export interface AskedList {
  path: string
  /** What it asks for where it is too much. */
  period: string
  asked: Record<string, Record<string, unknown>>
}
/** What a list takes for each of these questions, of each of these people. */
export async function askEach(ownerUrl: string, people: Record<string, string>, { path, period, asked }: AskedList): Promise<Figure[]> {
  const server = await startChild('server', { OWNER_URL: ownerUrl })
  const ask = async (input: Record<string, unknown>, token: string) => {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
    const at = performance.now()
    const answer = (await (await fetch(`${server.address}${path}?${query}`, { headers: { token } })).json()) as {
      code: number
      message: string
      data?: { fields?: { path: string }[] }
    }
    const asksForDates = answer.code === 400 && answer.data?.fields?.[0]?.path === period
    if (answer.code !== 0 && !asksForDates) throw new Error(`${JSON.stringify(input)}: ${answer.message}`)
    return { tookMs: performance.now() - at, asksForDates }
  }
  try {
    const figures: Figure[] = []
    for (const [name, input] of Object.entries(asked))
      for (const [who, token] of Object.entries(people)) {
        const first = await ask(input, token)
        const answers = []
        for (let n = 0; n < TIMES; n++) answers.push(await ask(input, token))
        const took = median(answers.map(({ tookMs }) => tookMs))
        const asks = answers.filter(({ asksForDates }) => asksForDates).length
        figures.push({
          name: `${name}, ${who}`,
          ours: `${ms(took)}, the first time ${ms(first.tookMs)}${asks ? `, asks for dates${asks < TIMES ? ` (${asks} of ${TIMES})` : ''}` : ''}`,
          target: asks === TIMES ? 'or dates' : `< ${TARGET_MS} ms`,
          met: asks === TIMES || took < TARGET_MS,
        })
      }
    return figures
  } finally {
    await server.stop()
  }
}
