import type { AnswerOf, Call } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { sendCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'

/** Gives the head of a file to fill in, for who may bring it. */
export function TemplateButton({ call }: { call: Call }) {
  const may = useMay(call)
  const download = async () => {
    const { fileName, csv } = (await sendCall(call, {})) as AnswerOf<Call> & { fileName: string; csv: string }
    const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = address
    link.download = fileName
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 1_000)
  }
  return may ? <Button onClick={() => void download()}>{t('下载模板')}</Button> : null
}
