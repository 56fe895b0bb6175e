import { orderSoundCalls, soundSourceText, type SoundRecord } from '@chauffeur/contract/order/sound'
import { Drawer } from 'antd'
import { t } from '#platform/text/text.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountField, TextField } from '#kit/fields/fields.ts'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { OrderLinks } from '#shared/phone/order-links.tsx'
import { Player } from '#shared/phone/player.tsx'
import { SoundLog } from '#shared/phone/sound-log.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'

const KEEP_DAYS = 365
const MAX_DAYS = 1095

const Listen = ({ row, open, onClose }: RowDialogProps<SoundRecord>) => (
  <Drawer open={open} title={t('录音')} size={480} onClose={onClose} destroyOnHidden>
    {row.expired ? <p className="ui-none">{t('录音已超过保存期限')}</p> : <Player recordId={row.recordId} />}
    <SoundLog recordId={row.recordId} />
  </Drawer>
)

const Keep = ({ row: { recordId }, open, onClose }: RowDialogProps<SoundRecord>) => (
  <CallForm
    call={orderSoundCalls.storePlus}
    refreshes={[orderSoundCalls.recordList, orderSoundCalls.log]}
    beside={() => ({ recordId })}
    open={open}
    title={t('延长保存')}
    initial={{ keepDays: KEEP_DAYS }}
    onClose={onClose}
  >
    <CountField name="keepDays" label={t('从今天起保存（天）')} required min={1} max={MAX_DAYS} />
    <TextField name="reason" label={t('原因')} required maxLength={200} />
  </CallForm>
)

/** Recordings of calls and trips: to listen to, and to keep longer than their time with a reason. */
export default defineList(orderSoundCalls.recordList, ({ c, f }) => ({
  name: 'phone.sounds',
  title: t('订单录音'),
  rowKey: (row) => row.recordId,
  rowName: (row) => row.orders[0]?.orderNo ?? row.fromParty,
  open: ['listen'],
  fills: t('通话结束并上传录音后，在这里收听。'),
  filters: [
    f.text('orderNo', t('订单编号'), { placeholder: t('订单编号或后 6 位') }),
    f.word('source', t('来源'), soundSourceText),
    f.days('startedAt', t('录音时间')),
  ],
  columns: [
    c.time('startedAt', t('录音时间'), { fixed: true }),
    c.word('source', t('来源'), soundSourceText),
    c.text('fromParty', t('主叫')),
    c.text('toParty', t('被叫')),
    c.clock('seconds', t('时长')),
    c.of('orders', t('订单'), (row) => <OrderLinks orders={row.orders} />, 'D0000000000000', { grow: true }),
    c.of(
      'expireAt',
      t('保存至'),
      (row) => (row.expired ? <Tag tone="off">{t('已过期')}</Tag> : <Time at={row.expireAt} as="short" />),
      '2000-00-00',
      { shows: ['expireAt', 'expired'] },
    ),
    c.text('keepReason', t('延长原因')),
  ],
  actions: [
    { key: 'listen', label: t('播放录音'), letter: 'V', Dialog: Listen },
    {
      key: 'keep',
      label: t('延长保存'),
      letter: 'K',
      may: orderSoundCalls.storePlus,
      can: (row) => !row.expired,
      Dialog: Keep,
    },
  ],
}))
