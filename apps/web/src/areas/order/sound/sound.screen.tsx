import { orderSoundCalls, soundSourceText, type SoundRecord } from '@chauffeur/contract/order/sound'
import { Drawer, Form, Input, InputNumber } from 'antd'
import { useMemo, useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { Player } from '#shared/phone/player.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { clockText } from '#ui/show/measure.view.ts'
import { Page } from '#ui/page/page.tsx'
import { type Column, type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { OrderLinks } from '#shared/phone/order-links.tsx'
import { SoundLog } from '#shared/phone/sound-log.tsx'
import './sound.css'

const rowKey = (row: SoundRecord) => row.recordId
const KEEP_DAYS = 365
const MAX_DAYS = 1095

/** Recordings of calls and trips: to listen to, and to keep longer than their time with a reason. */
export default function SoundScreen() {
  const language = useLocale()
  const [open, setOpen] = useState<SoundRecord | null>(null)
  const [keeping, setKeeping] = useState<SoundRecord | null>(null)
  const mayKeep = useCan('sound.keep')
  const columns = useMemo(() => columnsOf(language === 'en', setOpen, mayKeep ? setKeeping : null), [language, mayKeep])
  const filters = useMemo<Filter[]>(
    () =>
      language && [
        { kind: 'text', key: 'orderNo', label: t('订单编号'), width: 150, placeholder: t('订单编号或后 6 位') },
        {
          kind: 'select',
          key: 'source',
          label: t('来源'),
          width: 130,
          options: Object.entries(soundSourceText).map(([key, value]) => ({ key, value: tr(value) })),
        },
        { kind: 'days', key: 'startedAt', label: t('录音时间'), width: 230 },
      ],
    [language],
  )
  return (
    <Page title={t('订单录音')} fill>
      <QueryTable
        name="phone.sounds"
        label={t('订单录音')}
        call={orderSoundCalls.recordList}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        fills={t('通话结束并上传录音后，在这里收听。')}
        onOpen={setOpen}
      />
      <Drawer open={open !== null} title={t('录音')} size={480} onClose={() => setOpen(null)} destroyOnHidden>
        {open ? (
          <>
            {open.expired ? <p className="ui-none">{t('录音已超过保存期限')}</p> : <Player recordId={open.recordId} />}
            <SoundLog recordId={open.recordId} />
          </>
        ) : null}
      </Drawer>
      <KeepDialog record={keeping} onClose={() => setKeeping(null)} />
    </Page>
  )
}

function KeepDialog({ record, onClose }: { record: SoundRecord | null; onClose: () => void }) {
  const { send } = useSend(orderSoundCalls.storePlus, { refreshes: [orderSoundCalls.recordList, orderSoundCalls.log] })
  return (
    <FormDialog<{ keepDays: number; reason: string }>
      open={record !== null}
      title={t('延长保存')}
      initial={{ keepDays: KEEP_DAYS }}
      onClose={onClose}
      onSubmit={(values) => send({ recordId: record?.recordId ?? '', ...values })}
    >
      <Form.Item name="keepDays" label={t('从今天起保存（天）')} rules={[{ required: true, message: t('请填写') }]}>
        <InputNumber min={1} max={MAX_DAYS} precision={0} />
      </Form.Item>
      <Form.Item name="reason" label={t('原因')} rules={[{ required: true, message: t('请填写') }]}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  )
}

function columnsOf(
  english: boolean,
  onOpen: (row: SoundRecord) => void,
  onKeep: ((row: SoundRecord) => void) | null,
): Column<SoundRecord>[] {
  const wide = (zh: number, en: number) => (english ? en : zh)
  return [
    { key: 'startedAt', title: t('录音时间'), width: 156, fixed: true, cell: (row) => <Time at={row.startedAt} as="short" /> },
    { key: 'source', title: t('来源'), width: wide(96, 150), cell: (row) => tr(soundSourceText[row.source]) },
    { key: 'fromParty', title: t('主叫'), width: 120, grow: true, cell: (row) => row.fromParty || '—' },
    { key: 'toParty', title: t('被叫'), width: 120, grow: true, cell: (row) => row.toParty || '—' },
    {
      key: 'seconds',
      title: t('时长'),
      width: 80,
      align: 'right',
      cell: (row) => <span className="ui-number">{clockText(row.seconds)}</span>,
    },
    { key: 'orders', title: t('订单'), width: 170, grow: true, cell: (row) => <OrderLinks orders={row.orders} /> },
    {
      key: 'expireAt',
      title: t('保存至'),
      width: 156,
      cell: (row) => (row.expired ? <Tag tone="off">{t('已过期')}</Tag> : <Time at={row.expireAt} as="short" />),
    },
    {
      key: 'keepReason',
      title: t('延长原因'),
      width: wide(130, 150),
      grow: true,
      cell: (row) => (row.keepReason ? <span title={row.keepReason}>{row.keepReason}</span> : <span className="ui-none">—</span>),
    },
    {
      key: 'actions',
      title: t('操作'),
      width: wide(130, 150),
      pin: 'right',
      fixed: true,
      cell: (row) => (
        <span className="phone-area-acts">
          <button type="button" className="ui-text-button" onClick={() => onOpen(row)}>
            {t('播放录音')}
          </button>
          {onKeep && !row.expired ? (
            <button type="button" className="ui-text-button" onClick={() => onKeep(row)}>
              {t('延长保存')}
            </button>
          ) : null}
        </span>
      ),
    },
  ]
}
