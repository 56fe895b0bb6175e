import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { reconBatchStateText } from '@chauffeur/contract/finance/reconciliation-model'
import { reconChannel, reconChannelText, reconKind, reconKindText, STATEMENT_UPLOAD } from '@chauffeur/contract/finance/statement'
import { Alert, Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { refresh, useCall } from '#platform/http/call.ts'
import { request } from '#platform/http/http.ts'
import { t, tr } from '#platform/text/text.ts'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { choicesOf, RadioField } from '#kit/fields/choice-fields.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { DayField } from '#kit/fields/time-fields.tsx'
import { JobProgress } from '#kit/jobs/job-progress.tsx'
import { isUnderWay as isJobUnderWay } from '#kit/jobs/job.view.ts'
import { useJob } from '#kit/jobs/use-jobs.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Faults } from './faults.tsx'
import { type Batch, batchPath, batchTone, type Kind, reconReads } from '../reconciliation/reconciliation.view.ts'
import './statement.css'

/** A day of a large business: a hundred megabytes over a slow line. */
const UPLOAD_MS = 15 * 60_000

interface Props {
  open: boolean
  /** The batch it is for; chosen in the dialog where none is given. */
  of?: Batch
  onClose: () => void
}
interface Values {
  kind: Kind
  channel: Batch['channel']
  merchantNo: string
  billDate: string
}
interface Taken {
  batchId: string
  jobId: string
}

/** A day's statement from a file: handed in, matched behind the request, and what is wrong with it said line by line. */
export default function UploadDialog({ open, of, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [taken, setTaken] = useState<Taken | null>(null)
  const done = useRef(false)
  const leave = () => {
    if (!done.current) onClose()
  }
  const close = () => {
    done.current = false
    setTaken(null)
    setFile(null)
    onClose()
  }
  return (
    <>
      <EditForm<Values, never, Taken>
        open={open && taken === null}
        width={520}
        title={t('上传账单')}
        okText={t('上传并对账')}
        initial={of ?? { kind: 'PAYOUT', channel: 'BANK' }}
        dirty={file !== null}
        ready={file !== null}
        saved={null}
        save={({ kind, channel, merchantNo, billDate }) => upload({ kind, channel, merchantNo, billDate }, file!)}
        onSaved={(answer) => {
          done.current = true
          setTaken(answer)
        }}
        onClose={leave}
      >
        <RadioField
          name="kind"
          label={t('类型')}
          required
          choices={choicesOf(reconKind.options, reconKindText)}
          locked={of ? true : null}
        />
        <RadioField
          name="channel"
          label={t('渠道')}
          required
          choices={choicesOf(reconChannel.options, reconChannelText)}
          locked={of ? true : null}
        />
        <TextField
          name="merchantNo"
          label={t('商户号或银行账号')}
          required
          maxLength={40}
          inputMode="text"
          locked={of ? true : null}
          rules={[{ pattern: /^[A-Za-z0-9_-]{4,40}$/, message: t('4 到 40 位字母或数字') }]}
        />
        <DayField name="billDate" label={t('账单日')} required locked={of ? true : null} />
        <FileChoice file={file} onChoose={setFile} />
      </EditForm>
      <Modal open={open && taken !== null} title={t('上传账单')} footer={null} onCancel={close} destroyOnHidden>
        {taken ? <Result taken={taken} onClose={close} /> : null}
      </Modal>
    </>
  )
}

/** The key stands in the address, since the file is read as it comes. */
const upload = (key: Values, file: File): Promise<Taken> =>
  request(
    { method: 'POST', path: `${STATEMENT_UPLOAD}?${new URLSearchParams({ ...key })}`, effect: 'write', body: 'multipart' },
    { file },
    { timeoutMs: UPLOAD_MS, saysRefusals: true },
  ) as Promise<Taken>

function FileChoice({ file, onChoose }: { file: File | null; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <div
      className={`statement-upload-file${over ? ' statement-upload-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [dropped] = event.dataTransfer.files
        if (dropped) onChoose(dropped)
      }}
    >
      <Button onClick={() => input.current?.click()}>{t('选择文件')}</Button>
      <span role="status">{file ? file.name : t('渠道原始账单或对账模板（CSV），也可拖到这里')}</span>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt"
        hidden
        aria-label={t('账单文件')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) onChoose(chosen)
          target.value = ''
        }}
      />
    </div>
  )
}

function Result({ taken: { batchId, jobId }, onClose }: { taken: Taken; onClose: () => void }) {
  const job = useJob(jobId)
  const over = job !== undefined && !isJobUnderWay(job)
  useEffect(() => {
    if (over) void refresh(reconReads)
  }, [over])
  const query = useCall(reconciliationCalls.batch, { batchId }, { enabled: over, freshS: 0 })
  if (!over) return <JobProgress label={t('正在对账')} done={0} total={null} active />
  return (
    <Async query={query} skeleton={<Skeleton lines={3} />}>
      {(row) => (
        <>
          {row.problem ? (
            <Alert type="error" role="alert" showIcon title={row.problemWords} description={<Faults faults={row.faults} />} />
          ) : (
            <p role="status">
              <Tag tone={batchTone[row.state]}>{tr(reconBatchStateText[row.state])}</Tag>{' '}
              {t('我方 {ours} 笔，渠道 {theirs} 笔，未处理差异 {open} 笔', {
                ours: row.ourCount,
                theirs: row.channelCount,
                open: row.openCount,
              })}
            </p>
          )}
          <div className="ui-dialog-footer statement-foot">
            <Button onClick={onClose}>{t('关闭')}</Button>
            <Button type="primary" href={`#${batchPath(row)}`} onClick={onClose}>
              {t('查看批次')}
            </Button>
          </div>
        </>
      )}
    </Async>
  )
}
