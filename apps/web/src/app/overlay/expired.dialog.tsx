import { useEffect } from 'react'
import { setExpiryShown } from '#platform/session/expiry.ts'
import { sentences } from '#platform/http/http-messages.ts'
import { stopLive } from '#platform/live/live-stream.ts'
import { t } from '#platform/text/text.ts'
import { endSessionHere } from '../state/session-life.ts'
import { Modal } from './modal.tsx'

/** The session is over. One button and no other way out; what is half typed waits for the same user. */
export function ExpiredDialog() {
  useEffect(() => {
    setExpiryShown(true)
    stopLive()
    return () => setExpiryShown(false)
  }, [])
  return (
    <Modal title={sentences.expiredTitle()} role="alertdialog" className="modal-small">
      <p>{sentences.expired()}</p>
      <p className="modal-actions">
        <button type="button" className="button button-primary" onClick={() => endSessionHere(true)}>
          {t('确定')}
        </button>
      </p>
    </Modal>
  )
}
