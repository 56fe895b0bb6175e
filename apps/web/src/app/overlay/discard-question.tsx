import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { answerDiscard, useDiscardAsked } from '#platform/tab/unsaved.ts'
import { Modal } from './modal.tsx'

/** The one question before something typed goes. */
export function DiscardQuestion() {
  const asked = useDiscardAsked()
  const [shown, setShown] = useState(false)
  // NOTE: the browser closes a dialog with the Escape it was opened by, so it is opened once that key has been dealt with.
  useEffect(() => {
    const timer = setTimeout(() => setShown(asked))
    return () => clearTimeout(timer)
  }, [asked])
  return asked && shown ? <Question /> : null
}

/** Enter and Escape go on typing. */
function Question() {
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <Modal title={t('放弃未保存的修改？')} role="alertdialog" onClose={() => answerDiscard(false)}>
      <p>{t('填写的内容还没有保存。')}</p>
      <p className="button-row">
        <button type="button" className="button" onClick={() => answerDiscard(true)}>
          {t('放弃修改')}
        </button>
        <button ref={stay} type="button" className="button button-primary" onClick={() => answerDiscard(false)}>
          {t('继续填写')}
        </button>
      </p>
    </Modal>
  )
}
