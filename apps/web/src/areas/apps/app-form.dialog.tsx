import { appPlatform, appsCalls, type AppRow } from '@chauffeur/contract/apps'
import { Form, Input, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { RefusalError, refresh, sendCall } from '#platform/call.ts'
import { toast } from '#platform/events.ts'
import { t, tr } from '#platform/text.ts'
import { LogoField } from '#shared/logo/logo.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { identifierWords, platformText, type Platform } from './app.view.ts'

interface Values {
  platform: Platform
  name: string
  identifier: string
  remark?: string
}

interface Props {
  open: boolean
  /** Null for a new app. */
  row: AppRow | null
  onClose: () => void
}

export default function AppFormDialog({ open, row, onClose }: Props) {
  const [kept, setKept] = useState(row)
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState('')
  /** What is saved already when only the logo was refused. */
  const saved = useRef<{ appId: string; version: number } | null>(null)
  useEffect(() => {
    if (!open) return
    setKept(row)
    setFile(null)
    setRefusal('')
    saved.current = row ? { appId: row.appId, version: row.version } : null
  }, [open, row])

  const save = async (values: Values) => {
    setRefusal('')
    saved.current = await sendCall(
      appsCalls.update,
      { ...values, remark: values.remark ?? '', appId: saved.current?.appId, version: saved.current?.version },
      { background: true },
    )
    try {
      if (file) await sendCall(appsCalls.uploadLogo, { appId: saved.current.appId, file }, { background: true })
    } catch (error) {
      if (error instanceof RefusalError) setRefusal(error.message)
      throw error
    } finally {
      await refresh([appsCalls.list])
    }
    toast.success(t('已保存'))
  }
  return (
    <FormDialog<Values>
      as="drawer"
      key={kept?.appId ?? 'new'}
      open={open}
      title={kept ? t('修改应用 {name}', { name: kept.name }) : t('新建应用')}
      initial={kept ? { platform: kept.platform, name: kept.name, identifier: kept.identifier, remark: kept.remark } : { platform: 'IOS' }}
      onSubmit={save}
      onClose={onClose}
    >
      <Fields row={kept} file={file} refusal={refusal} onFile={setFile} />
    </FormDialog>
  )
}

interface FieldsProps {
  row: AppRow | null
  file: File | null
  refusal: string
  onFile: (file: File | null) => void
}

function Fields({ row, file, refusal, onFile }: FieldsProps) {
  const platform: Platform = Form.useWatch('platform') ?? row?.platform ?? 'IOS'
  const name: string = Form.useWatch('name') ?? row?.name ?? ''
  const { label, example } = identifierWords(platform)
  return (
    <>
      <Form.Item label={t('应用图标')}>
        <LogoField present={row?.logo ?? ''} name={name} file={file} refusal={refusal} onChange={onFile} />
      </Form.Item>
      <Form.Item name="name" label={t('应用名称')} rules={[{ required: true, whitespace: true, message: t('请输入应用名称') }]}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="platform" label={t('应用平台')} rules={[{ required: true }]}>
        <Select options={appPlatform.options.map((key) => ({ value: key, label: tr(platformText[key]) }))} />
      </Form.Item>
      <Form.Item
        name="identifier"
        label={label}
        rules={[{ required: true, whitespace: true, message: t('请输入{what}', { what: label }) }]}
      >
        <Input maxLength={120} placeholder={example} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remark" label={t('备注')}>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </>
  )
}
