import { importCalls } from '@chauffeur/contract/operations/import'
import { Alert, Modal } from 'antd'
import { useRef, useState } from 'react'
import { refresh, sendCall } from '#platform/http/call.ts'
import { requestId } from '#platform/http/http.ts'
import { askToDiscard, useUnsaved } from '#platform/tab/unsaved.ts'
import { t } from '#platform/text/text.ts'
import type { Fixed } from '#kit/list/define.view.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import type { Import, ImportKind, Mapping } from './import.view.ts'
import { ImportMapping } from './import-mapping.tsx'
import { ImportResult } from './import-result.tsx'
import { ImportSource } from './import-source.tsx'
import './import.css'

interface ImportDialogProps {
  kind: ImportKind
  into: Fixed
  open: boolean
  onClose: () => void
}

/** Brings a list in: a file or pasted cells, which column is what, what would become of each row, what did. It can be left while it runs. */
export default function ImportDialog(props: ImportDialogProps) {
  const { open } = props
  const [opening, setOpening] = useState({ open, turn: 0 })
  if (opening.open !== open) setOpening({ open, turn: opening.turn + (open ? 1 : 0) })
  return <Opened key={opening.turn} {...props} />
}

function Opened({ kind, into, open, onClose }: ImportDialogProps) {
  const [made, setMade] = useState<Import | null>(null)
  const [running, setRunning] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [typed, setTyped] = useState(false)
  const [asked, setAsked] = useState(false)
  /** Of the run that is asked for: one that got no answer is asked for again, and done once. */
  const once = useRef(requestId())
  const unsaved = () => open && !running && (typed || made !== null)
  useUnsaved(unsaved)

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setProblem('')
    try {
      await act()
    } catch (error) {
      setProblem(faultOf(error).hint)
    } finally {
      setBusy(false)
    }
  }
  const belongs = kind.ask ? { ...into, [kind.ask.name]: asked } : into
  const read = (file: File) =>
    attempt(async () => setMade(await sendCall(importCalls.open, { kind: kind.kind, into: belongs, file }, { saysRefusals: true })))
  const run = (importId: string, input: { headed: boolean; mapping: Mapping }) =>
    attempt(async () => {
      await sendCall(importCalls.run, { importId, ...input }, { idempotencyKey: once.current, saysRefusals: true })
      setRunning(true)
    })
  const leave = async () => {
    if (busy || (unsaved() && !(await askToDiscard()))) return
    if (running) void refresh(kind.refreshes)
    onClose()
  }

  return (
    <Modal
      open={open}
      title={t('导入{name}', { name: kind.title })}
      width={made ? 860 : 600}
      onCancel={() => void leave()}
      mask={{ closable: false }}
      footer={null}
      destroyOnHidden
    >
      {problem ? <Alert type="error" showIcon role="alert" className="ui-form-problem" title={problem} /> : null}
      {made === null ? (
        <ImportSource
          kind={kind}
          busy={busy}
          asked={asked}
          onAsked={setAsked}
          onTyped={setTyped}
          onRead={(file) => void read(file)}
          onCancel={() => void leave()}
        />
      ) : running ? (
        <ImportResult importId={made.importId} refreshes={kind.refreshes} onClose={() => void leave()} />
      ) : (
        <ImportMapping made={made} busy={busy} onBack={() => setMade(null)} onRun={(input) => void run(made.importId, input)} />
      )}
    </Modal>
  )
}
