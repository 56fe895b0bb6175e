import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, page, pageOf } from '../../kernel/fields.ts'

/** What finance reads of the ledger. */
export const ledgerRefusals = refusals({
  'ledger.wholeTenantOnly': { code: 403661, zh: '需要全部城市的权限', en: 'This takes the sight of all cities' },
  'ledger.daysWrong': {
    code: 400669,
    zh: '结束日期不能早于开始日期，且最多 92 天',
    en: 'The last day cannot be before the first, and 92 days are the most',
  },
})

export const ledgerAccount = z.enum([
  'CASH_WX',
  'CASH_BANK',
  'PAYOUT_IN_TRANSIT',
  'DRIVER_AVAILABLE',
  'DRIVER_FROZEN',
  'CUSTOMER_RECEIVABLE',
  'CUSTOMER_PREPAID',
  'ENTERPRISE_PREPAID',
  'PARTNER_RECEIVABLE',
  'REVENUE',
  'MARKETING_EXPENSE',
  'TAX_PAYABLE',
  'SUSPENSE',
])
export type LedgerAccount = z.infer<typeof ledgerAccount>
export const ledgerAccountText: Record<LedgerAccount, string> = {
  CASH_WX: '微信商户资金',
  CASH_BANK: '银行存款',
  PAYOUT_IN_TRANSIT: '提现在途',
  DRIVER_AVAILABLE: '司机可用余额',
  DRIVER_FROZEN: '司机冻结余额',
  CUSTOMER_RECEIVABLE: '应收客户款',
  CUSTOMER_PREPAID: '客户预付款',
  ENTERPRISE_PREPAID: '企业预付款',
  PARTNER_RECEIVABLE: '应收合作方款',
  REVENUE: '平台收入',
  MARKETING_EXPENSE: '营销费用',
  TAX_PAYABLE: '应交税费',
  SUSPENSE: '待查款项',
}

/** What an entry is of. */
export const ledgerBusinessText: Readonly<Record<string, string>> = {
  ORDER: '订单',
  WITHDRAWAL: '提现',
  PREPAYMENT: '订单预付',
  TOP_UP: '企业充值',
  OPENING: '期初余额',
  RECON: '对账',
  PARTNER_STATEMENT: '合作方结算',
  PARTNER_PAYMENT: '合作方付款',
}
/** Which step of that, where several attempts have steps of their own without the attempt's number. */
export const ledgerStepText: Readonly<Record<string, string>> = {
  APPLIED: '申请，冻结',
  REJECTED: '驳回，解冻',
  CANCELLED: '撤销，解冻',
  SENT: '提交打款',
  PAID: '到账',
  FAILED: '失败，退回冻结',
  GIVEN_BACK: '退回钱包',
  RETURNED: '银行退票',
  AUDIT_FAILED: '权益审核未通过，冲回',
  AUDIT_PASSED: '权益审核恢复',
  PREPAID_TAKEN: '坏账前已预付部分',
  FINAL: '定稿',
  RECEIVED: '到账',
  REFUNDED: '退还',
  REVERSED: '冲销',
}
/** `SENT_2` is the second attempt's. */
export function ledgerStepOf(step: string): { name: string; attempt: string | undefined } {
  const [, name = step, attempt] = /^(.*?)_(\d+)$/.exec(step) ?? []
  return { name, attempt }
}

/** By China's clock. */
const day = z.iso.date()
const view = { authority: 'cashFlow.view' } as const

export const ledgerCalls = {
  /** Of each sort of account on each day: what there was, what came, what went, what there is then. Sums are in the account's own direction. */
  cashFlow: call({
    method: 'GET',
    path: '/api/finance/cashFlow',
    effect: 'read',
    access: view,
    summary: '资金流水',
    input: z.object({ from: day, to: day }),
    output: z.object({
      rows: z.array(
        z.object({
          account: ledgerAccount,
          day: z.string(),
          openingFen: fen,
          inFen: fen,
          outFen: fen,
          closingFen: fen,
          entries: z.number().int(),
        }),
      ),
    }),
    failures: ['ledger.wholeTenantOnly', 'ledger.daysWrong'],
  }),
  /** The entries that the in and out of one sort of account are the sum of, on a day or over several. */
  cashFlowEntries: call({
    method: 'GET',
    path: '/api/finance/cashFlow/entries',
    effect: 'read',
    access: view,
    summary: '资金流水的分录',
    input: page.extend({ account: ledgerAccount, from: day, to: day }),
    output: pageOf(
      z.object({
        entryId: id,
        at: instant,
        business: z.string(),
        businessId: id,
        /** The document's number. */
        memo: z.string(),
        step: z.string(),
        inFen: fen,
        outFen: fen,
        lines: z.array(z.object({ account: ledgerAccount, side: z.enum(['D', 'C']), amountFen: fen })),
      }),
    ),
    failures: ['ledger.daysWrong'],
  }),
} satisfies Area
