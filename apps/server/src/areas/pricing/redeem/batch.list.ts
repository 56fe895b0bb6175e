import { redeemBatchCalls } from '@chauffeur/contract/pricing/redeem-batch'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { flag, instant, number, text } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { mayKeep } from '../coupon/index.ts'
import { batches, listed, type RedeemBatchDb } from './batch.queries.ts'

export const batchView = (row: RedeemBatchDb, { operator, scope }: { operator: OperatorSession; scope: Scope }) => ({
  redeemBatchId: row.redeem_batch_id,
  batchNo: row.batch_no,
  couponTemplateId: row.coupon_template_id,
  templateName: row.template_name,
  codes: row.codes,
  made: row.made,
  used: row.used,
  validFrom: row.valid_from.toISOString(),
  validTo: row.valid_to.toISOString(),
  locked: row.locked,
  remark: row.remark,
  madeBy: row.created_by_name,
  madeAt: row.created_at.toISOString(),
  version: row.version,
  allowedActions:
    operator.authorities.has('coupon.codes') && mayKeep(row, scope) ? ([row.locked ? 'unlock' : 'lock', 'print'] as const).slice() : [],
})

export const batchList = defineList(redeemBatchCalls.list, {
  from: ({ db }) => batches(db),
  filters: { keyword: holds('b.batch_no', 'b.remark', 't.name'), couponTemplateId: is('b.coupon_template_id'), locked: is('b.locked') },
  key: 'b.redeem_batch_id',
  order: [desc('b.created_at')],
  select: listed,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '兑换码批次',
    en: 'Batches of redeem codes',
    columns: {
      batchNo: text('兑换码批次号', 'Batch of codes'),
      templateName: text('优惠券', 'Coupon'),
      codes: number('数量', 'Codes'),
      made: number('已制作', 'Made'),
      used: number('已兑换', 'Redeemed'),
      validFrom: instant('可兑换自', 'Redeemable from'),
      validTo: instant('可兑换至', 'Redeemable until'),
      locked: flag('已锁定', 'Locked'),
      madeBy: text('制作人', 'Made by'),
      madeAt: instant('制作时间', 'Made'),
      remark: text('备注', 'Remark'),
    },
  },
  view: batchView,
})
