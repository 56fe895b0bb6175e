import { callDirectionText, callResultText, phoneCalls, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { t, tr } from '#platform/text/text.ts'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { CallResult } from '#shared/phone/call-result.tsx'
import { OrderLinks } from '#shared/phone/order-links.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const CallDrawer = lazyPiece(() => import('./call.drawer.tsx'))

/** Every call of the desk phones, with what became of it, its orders and its recording. */
export default defineList(phoneCalls.list, ({ c, f, a }) => ({
  name: 'phone.calls',
  title: t('通话记录'),
  rowKey: (row) => row.callId,
  rowName: (row) => row.phone || t('号码未显示'),
  open: ['look'],
  fills: t('话务电话接入后，每通来电和去电记录在这里。'),
  filters: [
    f.text('keyword', t('号码或客户'), { placeholder: t('号码、尾号或客户姓名') }),
    f.word('direction', t('方向'), callDirectionText),
    f.word('result', t('结果'), callResultText),
    f.days('startedAt', t('通话时间')),
    f.word('wrapUp', t('处理结果'), wrapUpText, { more: true }),
    f.text('orderNo', t('订单编号'), { placeholder: t('订单编号或后 6 位'), more: true }),
  ],
  columns: [
    c.time('startedAt', t('开始时间'), { fixed: true, sortable: true }),
    c.of(
      'result',
      t('方向与结果'),
      (row) => <CallResult row={row} />,
      [...Object.values(callResultText), ...Object.values(callDirectionText)].map(tr),
      { besidePx: 32, shows: ['direction', 'result'] },
    ),
    c.person(
      'phone',
      t('客户'),
      (row) => row.customerName || t('未留姓名'),
      (row) => row.phone,
      { dial: (row) => ({ of: 'CALL', id: row.callId }) },
    ),
    c.text('agentName', t('客服'), undefined, { like: letters(4) }),
    c.clock('ringS', t('振铃')),
    c.clock('talkS', t('通话时长')),
    c.of('orders', t('订单'), (row) => <OrderLinks orders={row.orders} />, 'D0000000000000', { grow: true }),
    c.of('recordId', t('录音'), (row) => (row.recordId ? t('有') : row.soundOff ? t('未保留〔录音〕') : none), t('未保留〔录音〕')),
    c.of('wrapUp', t('处理结果'), (row) => (row.wrapUp ? tr(wrapUpText[row.wrapUp]) : none), Object.values(wrapUpText).map(tr)),
    c.text('note', t('备注')),
    c.of('lineNo', t('线路'), (row) => row.lineNo + 1, '0', { align: 'right', optional: true }),
  ],
  actions: [a.look(CallDrawer)],
  pollS: 60,
}))
