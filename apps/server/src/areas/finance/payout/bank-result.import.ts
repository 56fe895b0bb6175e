import { id, requiredText, text } from '@chauffeur/contract/kernel/fields'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import * as z from 'zod'
import { withdrawals } from '../withdrawal/index.ts'
import { refuse } from '#platform/http/implement'
import { yuanCell } from '#platform/import/cells'
import { defineImport } from '#platform/import/kind'
import { operatorActor } from '#platform/identity/session'
import { dayInChina, instantOf } from '#platform/values/local-clock'
import { batchesOf, linesOfBatch, setResult, setReturned } from './bank.queries.ts'
import { bankCodeOf } from './payout.rules.ts'
import { applyOutcome, bankReturn } from './payout.service.ts'

type Said = 'PAID' | 'FAILED' | 'RETURNED'
/** Words of the banks for what became of a payment. Whole ones: what only has one in it, such as 未支付成功, may say the opposite. */
const ACT = '(?:交易|支付|付款|代付|代发|处理|转账|汇款|入账|银行处理)?'
const WORDS: readonly [Said, RegExp][] = [
  ['RETURNED', /^(?:已?(?:退票|退汇|退回)|(?:was )?returned|return)$/],
  ['FAILED', new RegExp(`^(?:${ACT}(?:失败|未成功|不成功|被?拒绝)|已拒绝|fail(?:ed|ure)?|reject(?:ed)?|unsuccessful)$`)],
  ['PAID', new RegExp(`^(?:${ACT}成功|已(?:付|付款|支付|到账|入账)|paid|success(?:ful)?|succeeded)$`)],
]
const saidBy = (typed: string): Said | null => WORDS.find(([, word]) => word.test(typed.trim().toLowerCase()))?.[0] ?? null

interface BankResult {
  outNo: string
  result: Said
  amountFen?: number
  bankNo?: string
  paidAt?: Date
  why?: string
}
type Line = Awaited<ReturnType<typeof linesOfBatch>>[number]

/** Why a row of the bank's cannot be taken; null for a good one. What was said before may be said again. */
function problemOf(row: BankResult, line: Line | undefined): string | null {
  if (!line) return 'payout.notInBatch'
  if (row.amountFen !== undefined && row.amountFen !== line.amount_fen) return 'payout.amountDiffers'
  if (row.result === 'RETURNED') return line.result === 'PAID' ? null : 'payout.returnBeforePaid'
  if (row.result === 'PAID' && !row.paidAt && line.result === null) return 'payout.paidWhenMissing'
  // A day without a time stands for its noon, which may be to come yet.
  if (row.paidAt && dayInChina(row.paidAt) > dayInChina(new Date())) return 'payout.paidInFuture'
  if (row.paidAt && dayInChina(row.paidAt) < dayInChina(line.asked_at)) return 'payout.paidBeforeFile'
  return line.result !== null && line.result !== row.result ? 'payout.resultDiffers' : null
}

/** By China's clock, as banks write it: `2026-11-24`, `2026/11/24 15:02:11`, `20261124`. */
const bankTime = z
  .string()
  .transform((typed) => /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[ T](\d{2}):?(\d{2})(?::?(\d{2}))?)?$/.exec(typed.trim()))
  .transform((found, context) => {
    const [, year, month, day, hour = '12', minute = '00', second = '00'] = found ?? []
    const at = found && instantOf(`${year}-${month}-${day}`, `${hour}:${minute}:${second}`, 480)
    if (at) return at
    context.addIssue({ code: 'custom', message: '应为日期 | must be a date' })
    return z.NEVER
  })

/** The bank's result file: what became of each payment, line by line; also what it sends back after it was paid. */
export const bankResultImport = defineImport<{ batchId: string }, BankResult>({
  name: 'finance.bankResult',
  authority: 'withdrawal.pay',
  title: { zh: '银行代发结果', en: 'Results of a bank file' },
  into: z.object({ batchId: id }),
  fields: {
    outNo: { zh: '付款单号', en: 'Payment no.', required: true, also: ['客户流水号', '商户订单号', '业务编号'], read: requiredText(32) },
    result: {
      zh: '结果',
      en: 'Result',
      required: true,
      also: ['交易状态', '处理结果', '状态'],
      read: z
        .string()
        .transform(saidBy)
        .refine((said) => said !== null, '应为成功、失败或退票 | must be paid, failed or returned'),
    },
    amountFen: { zh: '金额（元）', en: 'Amount (yuan)', also: ['交易金额', '金额'], read: yuanCell },
    bankNo: { zh: '银行流水号', en: 'Bank no.', also: ['流水号', '交易流水'], read: text(64) },
    paidAt: { zh: '交易时间', en: 'Paid at', also: ['交易日期', '处理时间', '日期'], read: bankTime },
    why: { zh: '原因', en: 'Reason', also: ['失败原因', '备注', '摘要'], read: text(200) },
  },
  isThere: async (db, { batchId }) => (await batchesOf(db, { batchId })).length > 0,
  keyOf: ({ outNo, result }) => `${outNo}/${result}`,
  judge: async (db, { into }, rows) => {
    const lines = new Map((await linesOfBatch(db, into.batchId)).map((line) => [line.out_no, line]))
    return rows.map((row) => problemOf(row, lines.get(row.outNo)))
  },
  write: async (tx, { into, operator, platform: { vault } }, rows) => {
    const lines = new Map((await linesOfBatch(tx, into.batchId)).map((line) => [line.out_no, line]))
    const made: ({ made: string } | { problem: string })[] = []
    for (const row of rows) {
      const problem = problemOf(row, lines.get(row.outNo))
      if (problem !== null) {
        made.push({ problem })
        continue
      }
      const { outNo, result, bankNo = '', why = '' } = row
      if (result === 'RETURNED') {
        const withdrawal = await withdrawals.lock(tx, lines.get(outNo)!.withdrawal_id)
        // What was given back, and paid again, is not this payment any more.
        if (withdrawal?.state === S.paid && withdrawal.out_no === outNo) {
          await bankReturn(tx, withdrawal, { actor: operatorActor(operator), requestId: '', reason: why, vault, fail: refuse })
          await setReturned(tx, outNo)
        }
      } else {
        const paidAt = row.paidAt ?? null
        const code = result === 'FAILED' ? bankCodeOf(why) : ''
        await setResult(tx, outNo, { result, bankNo, code, paidAt, by: operator.userId })
        if (result === 'FAILED') await applyOutcome(tx, vault, outNo, { state: 'FAILED', code, said: why, final: true })
        else if (paidAt) await applyOutcome(tx, vault, outNo, { state: 'PAID', channelNo: bankNo, paidAt })
      }
      made.push({ made: outNo })
    }
    return made
  },
  // What the bank did is not undone by taking back the file that says so.
  undo: async () => new Set<string>(),
})
