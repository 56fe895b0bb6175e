import { appPlatform, appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { Form, Input, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { RefusalError, refresh, sendCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { LogoField } from '#kit/media/logo.tsx'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { VersionConflict } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
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

const valuesOf = (row: AppRow | null): Partial<Values> =>
  row ? { platform: row.platform, name: row.name, identifier: row.identifier, remark: row.remark } : { platform: 'IOS' }

async function presentOf(old: AppRow | null): Promise<AppRow | undefined> {
  if (!old) return undefined
  return (await sendCall(appsCalls.list, { pageSize: 200 })).rows.find(({ appId }) => appId === old.appId)
}

export default function AppForm({ open, row, onClose }: Props) {
  const versions = useVersioned(open, row, presentOf)
  const kept = versions.base
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState('')
  /** What is saved already when only the logo was refused. */
  const saved = useRef<{ appId: string; version: number } | null>(null)
  useEffect(() => {
    if (!open) return
    setFile(null)
    setRefusal('')
  }, [open])
  useEffect(() => {
    saved.current = kept && { appId: kept.appId, version: kept.version }
  }, [kept, open])

  const save = async (values: Values) => {
    setRefusal('')
    saved.current = await versions.guard(() =>
      sendCall(
        appsCalls.update,
        { ...values, remark: values.remark ?? '', appId: saved.current?.appId, version: saved.current?.version },
        { silent: true },
      ),
    )
    try {
      if (file) await sendCall(appsCalls.uploadLogo, { appId: saved.current.appId, file }, { silent: true })
    } catch (error) {
      if (error instanceof RefusalError) setRefusal(error.message)
      throw error
    } finally {
      void refresh([appsCalls.list])
    }
    toast.success(t('已保存'))
  }
  return (
    <FormDialog<Values>
      as="drawer"
      key={kept?.appId ?? 'new'}
      open={open}
      title={kept ? t('修改应用 {name}', { name: kept.name }) : t('新建应用')}
      initial={valuesOf(kept)}
      dirty={file !== null}
      onSubmit={save}
      onClose={onClose}
    >
      <VersionConflict<Partial<Values>>
        base={valuesOf(kept)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={[
          { name: 'name', label: t('应用名称') },
          { name: 'platform', label: t('应用平台'), words: (platform: Platform) => tr(platformText[platform]) },
          { name: 'identifier', label: t('应用标识') },
          { name: 'remark', label: t('备注') },
        ]}
        onTake={versions.take}
      />
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
