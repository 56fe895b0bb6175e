import { redeemBatchCalls } from '@chauffeur/contract/pricing/redeem-batch'
import { defineList } from '#kit/list/define.list.tsx'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'

/** Redeem codes, by the batch they were made in. */
export default defineList(redeemBatchCalls.list, ({ c, f }) => ({
  name: 'pricing.redeemBatches',
  title: t('兑换码'),
  rowKey: (row) => row.redeemBatchId,
  rowName: (row) => row.batchNo,
  fills: <a href="#/Marketing/CouponTemplates">{t('在优惠券模板中制作兑换码。')}</a>,
  filters: [f.keyword(t('批次号、优惠券或备注')), f.flag('locked', t('状态'), t('已锁定'), t('可兑换'))],
  columns: [
    c.text('batchNo', t('兑换码批次号')),
    c.text('templateName', t('优惠券')),
    c.count('codes', t('数量')),
    c.count('made', t('已制作')),
    c.count('used', t('已兑换')),
    c.text('locked', t('状态'), (row) => (row.locked ? t('已锁定') : t('可兑换'))),
    c.time('validFrom', t('可兑换自')),
    c.time('validTo', t('可兑换至')),
    c.text('madeBy', t('制作人')),
    c.text('remark', t('备注'), undefined, { optional: true }),
  ],
  actions: [
    {
      key: 'print',
      label: t('导出'),
      confirm: {
        send: ({ redeemBatchId }) => sendCall(redeemBatchCalls.print, { redeemBatchId }),
        done: t('已开始导出，完成后在任务中下载'),
      },
    },
    {
      key: 'lock',
      label: t('锁定'),
      danger: true,
      confirm: {
        text: ({ batchNo }) => t('锁定后 {batchNo} 的兑换码不能再兑换，已换成的优惠券不受影响。', { batchNo }),
        send: ({ redeemBatchId, version }) => sendCall(redeemBatchCalls.lock, { redeemBatchId, version, locked: true }),
        done: t('已锁定'),
      },
    },
    {
      key: 'unlock',
      label: t('解锁'),
      confirm: {
        send: ({ redeemBatchId, version }) => sendCall(redeemBatchCalls.lock, { redeemBatchId, version, locked: false }),
        done: t('已解锁'),
      },
    },
  ],
}))
