import { orderSoundCalls } from '@chauffeur/contract/order/sound'
import { Button } from 'antd'
import { useSend } from '#platform/http/call.ts'
import { useState } from 'react'
import { API_BASE } from '#platform/http/http.ts'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import './phone.css'

/** A recording to listen to. The link is asked for when somebody wants to listen, since asking is written down. */
export function Player({ recordId, onAsked }: { recordId: string; onAsked?: () => void }) {
  const mayPlay = useCan('sound.play')
  const { send, pending } = useSend(orderSoundCalls.fileUrl, { refreshes: [orderSoundCalls.log] })
  const [url, setUrl] = useState('')
  if (!mayPlay) return <span className="ui-none">{t('您没有收听录音的权限')}</span>
  if (url === '') {
    return (
      <Button
        size="small"
        loading={pending}
        onClick={() =>
          void send({ recordId }).then(
            (answer) => {
              setUrl(`${API_BASE}${answer.url}`)
              onAsked?.()
            },
            () => undefined,
          )
        }
      >
        {t('收听录音')}
      </Button>
    )
  }
  // A telephone call has nothing to read along with.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio className="phone-audio" src={url} controls autoPlay onError={() => setUrl('')} />
}
