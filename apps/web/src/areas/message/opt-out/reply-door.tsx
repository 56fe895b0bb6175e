import { optOutCalls } from '@chauffeur/contract/message/opt-out'
import { Button, Modal, Typography } from 'antd'
import { useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Time } from '#ui/show/time.tsx'

/** The address at which a gateway tells what people replied, for who may set it. */
export function ReplyDoor() {
  const [open, setOpen] = useState(false)
  const [renewing, setRenewing] = useState(false)
  const may = useMay(optOutCalls.door)
  const { data, error } = useCall(optOutCalls.door, {}, { enabled: may && open, saysRefusals: true })
  const renew = useSend(optOutCalls.renewDoor, { refreshes: [optOutCalls.door] })
  if (!may) return null
  const make = () => renew.send({ version: data?.version ?? 0 })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('回复接收地址')}</Button>
      <Modal open={open} title={t('短信回复接收地址')} footer={null} onCancel={() => setOpen(false)} width={640}>
        <p>{t('把这个地址填到短信网关的“上行回复”推送里。网关用 POST 发送 JSON：phone、text，另可有 id、at；多条放在 replies 里。')}</p>
        {error ? <p role="alert">{error.message}</p> : null}
        {data?.path ? (
          <>
            <Typography.Paragraph copyable code>
              {window.location.origin + data.path}
            </Typography.Paragraph>
            <p>
              {data.changedByName} <Time at={data.changedAt} as="short" />
            </p>
            <Button danger onClick={() => setRenewing(true)}>
              {t('更换地址')}
            </Button>
          </>
        ) : data ? (
          <Button type="primary" onClick={() => void make()}>
            {t('生成地址')}
          </Button>
        ) : null}
      </Modal>
      <ConfirmDialog
        open={renewing}
        title={t('更换地址')}
        okText={t('更换地址')}
        danger
        onConfirm={make}
        onClose={() => setRenewing(false)}
      >
        {t('原地址立即失效，须同时改网关的设置，否则收不到退订。')}
      </ConfirmDialog>
    </>
  )
}
