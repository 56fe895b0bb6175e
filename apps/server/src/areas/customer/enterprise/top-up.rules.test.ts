import { expect, test } from 'vitest'
import { reversedLines, topUpLines } from './top-up.rules.ts'

const sum = (lines: ReturnType<typeof topUpLines>, side: 'D' | 'C') =>
  lines.filter((line) => line.side === side).reduce((fen, { amountFen }) => fen + amountFen, 0)

test.each([
  ['BANK', 'CASH_BANK'],
  ['WX', 'CASH_WX'],
] as const)('a top-up by %s raises the platform’s %s and what the enterprise has to spend, by the same sum', (way, kind) => {
  const lines = topUpLines({ enterpriseId: '7', way, amountFen: 123_45 })
  expect(lines).toEqual([
    { account: { ownerType: 'PLATFORM', ownerId: '0', kind }, side: 'D', amountFen: 123_45 },
    { account: { ownerType: 'ENTERPRISE', ownerId: '7', kind: 'ENTERPRISE_PREPAID' }, side: 'C', amountFen: 123_45 },
  ])
  expect(sum(lines, 'D')).toBe(sum(lines, 'C'))
})

test('one that is taken back leaves every account as it was', () => {
  const topUp = { enterpriseId: '7', way: 'BANK' as const, amountFen: 99 }
  const balance = new Map<string, number>()
  for (const { account, side, amountFen } of [...topUpLines(topUp), ...reversedLines(topUp)]) {
    const key = `${account.ownerType}/${account.ownerId}/${account.kind}`
    balance.set(key, (balance.get(key) ?? 0) + (side === 'D' ? amountFen : -amountFen))
  }
  expect([...balance.values()]).toEqual([0, 0])
})
