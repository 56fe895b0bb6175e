import { webhookCalls, type WebhookRow } from '@chauffeur/contract/partner/webhook'
import { Button } from 'antd'
import { useState } from 'react'
import type { Shown } from '#kit/list/define.view.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'

const ReplayDialog = lazyPiece(() => import('./replay.dialog.tsx'))

/** After an outage of the partner: all that did not arrive, at once. */
export function ReplayButton({ fixed }: Shown<WebhookRow>) {
  const may = useMay(webhookCalls.replayFailed)
  const [open, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('重推未送达')}</Button>
      <WhenOpened open={open}>
        <ReplayDialog open={open} channelId={fixed.channelId as string | undefined} onClose={() => setOpen(false)} />
      </WhenOpened>
    </>
  )
}
