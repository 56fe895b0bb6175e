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
  const ask = async (download: boolean) => {
    const answer = await send({ recordId, download })
    onAsked?.()
    return `${API_BASE}${answer.url}`
  }
  // A refusal is said by the call.
  const listen = () => void ask(false).then(setUrl, () => undefined)
  const download = () => void ask(true).then(save, () => undefined)
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

/** The answer says that it is to be saved, and as what. */
function save(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
