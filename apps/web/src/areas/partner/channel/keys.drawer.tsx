import type { ChannelRow } from '@chauffeur/contract/partner/channel'
import { type ChannelKey, keyCalls, KEYS_AT_ONCE } from '@chauffeur/contract/partner/key'
import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { toast } from '#platform/browser/events.ts'
import { refresh, sendCall, useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Async } from '#ui/page/async.tsx'
import { copyText } from '#ui/show/copy.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import './channel.css'

interface Made {
  keyId: string
  secret: string
}

/** With what a partner's programs sign: made here, shown once, ended here. */
export default function KeysDrawer({ row, onClose }: { row: ChannelRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={({ name }) => t('{name} 的接口密钥', { name })} size={760} onClose={onClose}>
      {({ channelId }) => <Keys channelId={channelId} />}
    </KeptDrawer>
  )
}

export function Keys({ channelId }: { channelId: string }) {
  const query = useCall(keyCalls.list, { channelId })
  const mayMake = useMay(keyCalls.make)
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const [ending, setEnding] = useState<ChannelKey | null>(null)
  return (
    <Async query={query}>
      {({ rows }) => (
        <>
          <p className="channel-keys-words">
            {t('合作方的系统用密钥对请求签名；同时最多两个有效，更换时先生成新的，对方切换后再停用旧的。接口说明在 /partner/docs。')}
          </p>
          {mayMake ? (
            <Button
              type="primary"
              disabled={rows.filter(({ endedAt }) => endedAt === null).length >= KEYS_AT_ONCE}
              onClick={() => setMaking(true)}
            >
              {t('生成密钥')}
            </Button>
          ) : null}
          <PlainTable
            label={t('接口密钥')}
            rows={rows}
            rowKey={({ keyId }) => keyId}
            columns={[
              { title: t('密钥编号'), head: true, cell: ({ keyId }) => <code>{keyId}</code> },
              { title: t('密文末四位'), cell: ({ secretEnd }) => <code>{secretEnd}</code> },
              { title: t('说明'), cell: ({ note }) => note || '—' },
              { title: t('生成'), cell: ({ createdAt, createdByName }) => <When at={createdAt} by={createdByName} /> },
              { title: t('最近使用'), cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : t('从未使用')) },
              {
                title: t('状态'),
                cell: (one) =>
                  one.endedAt ? (
                    <>
                      <Tag tone="off">{t('已停用')}</Tag> <When at={one.endedAt} by={one.endedByName} />
                    </>
                  ) : mayMake ? (
                    <Button size="small" danger onClick={() => setEnding(one)}>
                      {t('停用')}
                    </Button>
                  ) : (
                    <Tag tone="done">{t('有效')}</Tag>
                  ),
              },
            ]}
          />
          <CallForm
            call={keyCalls.make}
            refreshes={[keyCalls.list]}
            open={making}
            title={t('生成密钥')}
            beside={() => ({ channelId })}
            saved={(key) => {
              setMade(key)
              return t('已生成')
            }}
            onClose={() => setMaking(false)}
          >
            <TextField name="note" label={t('说明')} maxLength={40} hint={t('如：正式环境')} />
          </CallForm>
          <SecretDialog made={made} onClose={() => setMade(null)} />
          <ConfirmDialog
            open={ending !== null}
            title={t('停用密钥 {key}', { key: ending?.keyId ?? '' })}
            okText={t('停用')}
            danger
            onConfirm={async () => {
              await sendCall(keyCalls.end, { channelId, keyId: ending!.keyId })
              void refresh([keyCalls.list])
            }}
            onClose={() => setEnding(null)}
          >
            {t('停用后用它签名的请求五秒内都被拒绝，不能恢复。')}
          </ConfirmDialog>
        </>
      )}
    </Async>
  )
}

const When = ({ at, by }: { at: string; by: string }) => (
  <>
    <Time at={at} /> {by}
  </>
)

/** The secret is nowhere else: closing without having copied it is asked for twice. */
function SecretDialog({ made, onClose }: { made: Made | null; onClose: () => void }) {
  const [copied, setCopied] = useState('')
  const [warned, setWarned] = useState('')
  const secret = made?.secret ?? ''
  const open = warned === secret && copied !== secret
  const copy = async () => {
    if (await copyText(secret)) {
      setCopied(secret)
      toast.success(t('密文已复制'))
    } else toast.error(t('复制失败，请手动选择'))
  }
  return (
    <Modal
      open={made !== null}
      title={t('新的接口密钥')}
      width={520}
      onCancel={() => (copied === secret || warned === secret ? onClose() : setWarned(secret))}
      keyboard={copied === secret}
      mask={{ closable: false }}
      destroyOnHidden
      footer={
        <div className="ui-dialog-footer">
          <Button onClick={() => (copied === secret || warned === secret ? onClose() : setWarned(secret))}>
            {open ? t('仍要关闭') : t('关闭')}
          </Button>
          <Button type="primary" onClick={() => void copy()}>
            {t('复制密文')}
          </Button>
        </div>
      }
    >
      {open ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="ui-form-problem"
          title={t('密文还没有复制，关闭后无法再次查看，只能停用后重新生成。')}
        />
      ) : null}
      <p className="channel-keys-words">{t('请把编号和密文通过安全途径交给合作方；密文只显示这一次。')}</p>
      <Input value={made?.keyId ?? ''} readOnly aria-label={t('密钥编号')} />
      <Input value={secret} readOnly aria-label={t('密文')} onFocus={(event) => event.target.select()} />
    </Modal>
  )
}
