import { Button, Checkbox, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { pastedFile, type ImportKind } from './import.view.ts'

const ACCEPT = '.xlsx,.csv,.txt'

interface ImportSourceProps {
  kind: ImportKind
  busy: boolean
  /** The answer to what its kind asks. */
  asked: boolean
  onAsked: (yes: boolean) => void
  onTyped: (yes: boolean) => void
  onRead: (file: File) => void
  onCancel: () => void
}

/** Where the list comes from: a file, chosen or dropped, or cells pasted out of a sheet. */
export function ImportSource({ kind, busy, asked, onAsked, onTyped, onRead, onCancel }: ImportSourceProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [over, setOver] = useState(false)
  const [pasted, setPasted] = useState('')
  // Not before the dialog has noted where the focus was, to give it back there.
  useEffect(() => {
    const frame = requestAnimationFrame(() => button.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const take = (file: File | undefined) => {
    if (file && !busy) onRead(file)
  }
  return (
    <>
      <p className="import-soft">{kind.hint}</p>
      {kind.ask ? (
        <Checkbox checked={asked} disabled={busy} onChange={({ target }) => onAsked(target.checked)}>
          {kind.ask.label}
        </Checkbox>
      ) : null}
      {kind.ask?.Note && asked ? <kind.ask.Note /> : null}
      <div
        className={`import-drop${over ? ' import-drop-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <Button ref={button} loading={busy} onClick={() => input.current?.click()}>
          {t('选择文件')}
        </Button>
        <span>{t('或把 .xlsx、.csv 文件拖到这里')}</span>
        <input
          ref={input}
          type="file"
          accept={ACCEPT}
          hidden
          aria-label={t('导入文件')}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <Input.TextArea
        aria-label={t('粘贴的内容')}
        rows={6}
        value={pasted}
        spellCheck={false}
        disabled={busy}
        placeholder={`${t('或从表格复制后粘贴到这里，例如：')}\n${kind.example}`}
        onChange={({ target }) => {
          setPasted(target.value)
          onTyped(target.value.trim() !== '')
        }}
      />
      <div className="ui-dialog-footer import-footer">
        <Button onClick={onCancel} disabled={busy}>
          {t('取消')}
        </Button>
        <Button type="primary" loading={busy} disabled={pasted.trim() === ''} onClick={() => onRead(pastedFile(pasted))}>
          {t('下一步')}
        </Button>
      </div>
    </>
  )
}
