import { type AuditAction, auditActionText, type AuditCase, rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLetters } from '#kit/queue/use-letters.ts'
import { refresh, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { auditReads, doneWords, refusedWords } from './audit.view.ts'

const VerdictDialog = lazyPiece(() => import('./verdict.dialog.tsx'))

const letterOf: Record<AuditAction, string> = {
  PASS: 'A',
  FAIL: 'R',
  SKIP: 'S',
  CLAIM: 'C',
  RELEASE: 'B',
  APPEAL: 'P',
  FINAL_PASS: 'A',
  FINAL_FAIL: 'R',
  FLAG: 'F',
}
const ORDER = Object.keys(letterOf) as AuditAction[]
const FIRST: readonly AuditAction[] = ['PASS', 'FINAL_PASS']
const DANGER: readonly AuditAction[] = ['FAIL', 'FINAL_FAIL']
/** Done by their key alone; the others ask for words. */
const AT_ONCE: readonly AuditAction[] = ['PASS', 'SKIP', 'CLAIM', 'RELEASE']
/** Somebody leafing through a queue takes none of what they pass. */
const LOOKED_AT_MS = 1_200

export interface CaseActionsProps {
  row: AuditCase
  /** Letters do what the buttons do, and what is looked at is claimed. */
  keys?: boolean
  onSaid: (words: string) => void
  /** A decision was made: whoever works through a queue goes on to the next. */
  onDone?: ((words: string) => void) | undefined
}

/** What can be done about a case now, by this person: nothing else is shown. */
export function CaseActions({ row, keys, onSaid, onDone }: CaseActionsProps) {
  const { send, pending } = useSend(rightAuditCalls.audit, { refreshes: auditReads })
  const [doing, setDoing] = useState<AuditAction | null>(null)
  const { orderId, version } = row
  const told = (action: AuditAction) => (words: string) => {
    onSaid(words)
    if (action !== 'CLAIM') onDone?.(words)
  }
  const now = async (action: AuditAction) => {
    onSaid('')
    try {
      await send({ orderId, action, version })
      told(action)(doneWords(action, row))
    } catch (error) {
      void refresh(auditReads)
      onSaid(refusedWords(error))
    }
  }
  const claims = keys === true && row.state === A.waiting && row.allowedActions.includes('CLAIM')
  const claim = useRef<() => void>(undefined)
  claim.current = () => void now('CLAIM')
  // Once for each that is looked at.
  useEffect(() => {
    if (!claims || !orderId) return
    const timer = setTimeout(() => claim.current?.(), LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [claims, orderId])
  const steps = ORDER.filter((action) => row.allowedActions.includes(action))
  const act = (action: AuditAction) => (AT_ONCE.includes(action) ? void now(action) : setDoing(action))
  useLetters((key) => {
    const step = steps.find((action) => letterOf[action] === key)
    return step && !pending ? () => act(step) : undefined
  }, keys === true)
  return (
    <>
      {steps.length > 0 ? (
        <div className="audit-steps">
          {steps.map((action) => (
            <Button
              key={action}
              type={FIRST.includes(action) ? 'primary' : 'default'}
              danger={DANGER.includes(action)}
              loading={pending}
              aria-keyshortcuts={keys ? letterOf[action] : undefined}
              onClick={() => act(action)}
            >
              {tr(auditActionText[action])} {keys ? <KeyHint keys={letterOf[action]} /> : null}
            </Button>
          ))}
        </div>
      ) : null}
      <WhenOpened open={doing !== null}>
        <VerdictDialog action={doing} row={row} onTold={(words) => told(doing!)(words)} onClose={() => setDoing(null)} />
      </WhenOpened>
    </>
  )
}

/** The letters of a case, for the list of keys. */
export const caseKeys = (): [string, string][] => [
  ['A', t('通过')],
  ['R', t('不通过')],
  ['S', t('跳过此单')],
  ['C', t('领取')],
  ['B', t('放回队列')],
  ['P', t('登记申诉')],
]
