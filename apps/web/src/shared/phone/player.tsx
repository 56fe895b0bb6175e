import { orderSoundCalls } from '@chauffeur/contract/order/sound'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { API_BASE } from '#platform/http/http.ts'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import './phone.css'

const SoundPlayer = lazyPiece(() => import('#kit/media/sound-player.tsx'), 'place')

/** A recording to listen to. The link is asked for when somebody wants to listen or to take it away, since asking is written down. */
export function Player({ recordId, onAsked }: { recordId: string; onAsked?: () => void }) {
  const mayPlay = useCan('sound.play')
  const mayKeep = useCan('sound.keep')
  const { send, pending } = useSend(orderSoundCalls.fileUrl, { refreshes: [orderSoundCalls.log] })
  const [url, setUrl] = useState('')
  const ask = async () => {
    const answer = await send({ recordId })
    onAsked?.()
    return `${API_BASE}${answer.url}`
  }
  // A refusal is said by the call.
  const listen = () => void ask().then(setUrl, () => undefined)
  const download = () =>
    void ask().then(
      (address) => save(address, `recording-${recordId}.wav`),
      () => undefined,
    )
  if (!mayPlay) return <span className="ui-none">{t('您没有收听录音的权限')}</span>
  const button = (
    <Button size="small" loading={pending || url !== ''} onClick={listen}>
      {t('收听录音')}
    </Button>
  )
  if (url === '') return button
  return (
    <Suspense fallback={button}>
      <SoundPlayer url={url} onBroken={() => setUrl('')} onDownload={mayKeep ? download : undefined} />
    </Suspense>
  )
}

function save(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
