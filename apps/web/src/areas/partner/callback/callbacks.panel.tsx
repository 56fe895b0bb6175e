import { callbackCalls, CALLBACKS_AT_MOST, type ChannelCallback } from '@chauffeur/contract/partner/callback'
import { Button } from 'antd'
import { useState } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { refresh, sendCall, useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Async } from '#ui/page/async.tsx'
import { EnabledTag, Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import './callback.css'

/** Where a partner hears what becomes of its orders. */
export function CallbacksPanel({ channelId }: { channelId: string }) {
  const query = useCall(callbackCalls.list, { channelId }, { refetchIntervalS: 30 })
  const mayChange = useMay(callbackCalls.save)
  const [editing, setEditing] = useState<ChannelCallback | 'new' | null>(null)
  const [switching, setSwitching] = useState<ChannelCallback | null>(null)
  const turn = async ({ callbackId, version, enabled }: ChannelCallback) => {
    await sendCall(callbackCalls.enable, { channelId, callbackId, version, enabled: !enabled })
    void refresh([callbackCalls.list])
  }
  return (
    <Async query={query}>
      {({ rows }) => (
        <>
          <p className="callback-words">
            {t('订单状态每次变化都推送到已启用的地址，用渠道的有效密钥签名；对方没有接收的，七天内不断重试。说明在 /partner/docs。')}
          </p>
          {mayChange ? (
            <Button type="primary" disabled={rows.length >= CALLBACKS_AT_MOST} onClick={() => setEditing('new')}>
              {t('添加回调地址')}
            </Button>
          ) : null}
          {rows.length === 0 ? (
            <p className="ui-none">{t('还没有回调地址，订单状态不推送给合作方。')}</p>
          ) : (
            <PlainTable
              label={t('回调地址')}
              rows={rows}
              rowKey={({ callbackId }) => callbackId}
              columns={[
                { title: t('回调地址'), head: true, cell: ({ url }) => <span className="callback-url">{url}</span> },
                { title: t('说明'), cell: ({ note }) => note || '—' },
                { title: t('状态'), cell: ({ enabled }) => <EnabledTag enabled={enabled} /> },
                { title: t('送达'), cell: (one) => <Standing of={one} /> },
                {
                  title: t('最近修改'),
                  cell: ({ updatedAt, updatedByName }) => (
                    <>
                      <Time at={updatedAt} as="short" /> {updatedByName}
                    </>
                  ),
                },
                ...(mayChange
                  ? [
                      {
                        title: t('操作'),
                        cell: (one: ChannelCallback) => (
                          <>
                            <Button size="small" onClick={() => setEditing(one)}>
                              {t('修改')}
                            </Button>{' '}
                            <Button size="small" danger={one.enabled} onClick={() => (one.enabled ? setSwitching(one) : void turn(one))}>
                              {one.enabled ? t('停用') : t('启用')}
                            </Button>
                          </>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          )}
          <CallbackForm channelId={channelId} editing={editing} onClose={() => setEditing(null)} />
          <ConfirmDialog
            open={switching !== null}
            title={t('停用回调地址')}
            okText={t('停用')}
            danger
            onConfirm={() => turn(switching!)}
            onClose={() => setSwitching(null)}
          >
            {t('停用期间发生的变化不再推送到 {url}，恢复后也不补发；对方可以通过接口查询订单。', { url: switching?.url ?? '' })}
          </ConfirmDialog>
        </>
      )}
    </Async>
  )
}

function Standing({ of: { failingSince, waiting, givenUp } }: { of: ChannelCallback }) {
  return (
    <>
      {failingSince === null ? (
        <Tag tone="done">{t('送达正常')}</Tag>
      ) : (
        <Tag tone="lost">
          {t('未接收，自')} <Time at={failingSince} as="short" />
        </Tag>
      )}
      {waiting > 0 ? ` ${t('待送达 {n}', { n: waiting })}` : ''}
      {givenUp > 0 ? ` ${t('已放弃 {n}', { n: givenUp })}` : ''}
    </>
  )
}

interface CallbackFormProps {
  channelId: string
  editing: ChannelCallback | 'new' | null
  onClose: () => void
}
function CallbackForm({ channelId, editing, onClose }: CallbackFormProps) {
  return (
    <CallForm
      call={callbackCalls.save}
      refreshes={[callbackCalls.list]}
      open={editing !== null}
      title={(row) => (row ? t('修改回调地址') : t('添加回调地址'))}
      row={editing === 'new' ? null : editing}
      present={async ({ callbackId }) =>
        (await sendCall(callbackCalls.list, { channelId })).rows.find((one) => one.callbackId === callbackId)
      }
      of="callbackId"
      beside={() => ({ channelId })}
      onClose={onClose}
    >
      <TextField
        name="url"
        label={t('回调地址')}
        required
        maxLength={500}
        inputMode="url"
        placeholder="https://partner.example.com/hooks"
        hint={t('https 开头的公网地址；等待重试的推送改发到新地址')}
      />
      <TextField name="note" label={t('说明')} maxLength={40} />
    </CallForm>
  )
}
